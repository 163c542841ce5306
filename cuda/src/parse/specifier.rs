//! Declaration specifiers: `static const unsigned long`.

use super::scope::{self, Sort, distinct};
use super::{Parsed, Parser};
use crate::syntax::{
    Binary, Expr, ExprKind, Item, Place, Specifiers, TemplateArgument, Type, Unary,
};
use crate::token::{Kind, Token};
use semantics::{IntType, Name};

/// The words of built-in types.
const TYPE_WORDS: [&str; 17] = [
    "void",
    "bool",
    "_Bool",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "auto",
    "__signed__",
    "__int64",
    "wchar_t",
    "char16_t",
    "char32_t",
];

/// The words that say nothing about which memory is accessed.
const IGNORED: [&str; 17] = [
    "volatile",
    "register",
    "inline",
    "__inline__",
    "__inline",
    "__forceinline__",
    "__noinline__",
    "__forceinline",
    "mutable",
    "thread_local",
    "typename",
    "__grid_constant__",
    "friend",
    "virtual",
    "explicit",
    "__extension__",
    "__volatile__",
];

/// The words that take parentheses and say nothing about which memory is accessed.
const ATTRIBUTES: [&str; 6] =
    ["__attribute__", "__launch_bounds__", "__align__", "alignas", "__declspec", "__maxnreg__"];

/// The words that qualify a pointer.
const POINTER_WORDS: [&str; 8] = [
    "const",
    "volatile",
    "__restrict__",
    "__restrict",
    "restrict",
    "__const__",
    "__volatile__",
    "__ptr64",
];

/// A type that another declaration of a name in it hides.
const CAPTURED: Type = Type::Other("a type that is made of names which mean something else here");

/// Whether the word can only begin or continue a declaration, or be a cast to a built-in type.
pub(super) fn is_specifier(word: &str) -> bool {
    TYPE_WORDS.contains(&word)
        || IGNORED.contains(&word)
        || ATTRIBUTES.contains(&word)
        || matches!(
            word,
            "const"
                | "constexpr"
                | "static"
                | "extern"
                | "typedef"
                | "struct"
                | "class"
                | "union"
                | "enum"
                | "__global__"
                | "__device__"
                | "__host__"
                | "__shared__"
                | "__constant__"
                | "__managed__"
                | "__restrict__"
                | "__restrict"
                | "restrict"
                | "__const__"
                | "decltype"
        )
}

/// What a list of specifiers said.
pub(super) struct Specified {
    pub specifiers: Specifiers,
    pub ty: Type,
    /// Enumerators that were declared on the way.
    pub enumerators: Vec<Item>,
}

impl Specified {
    /// The type, `const` where the specifiers say so.
    pub fn qualified(&self) -> Type {
        qualified(self.specifiers, self.ty.clone())
    }
}

/// The qualifiers of a pointer that are kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Qualifiers {
    pub constant: bool,
    pub volatile: bool,
}

impl Qualifiers {
    /// The type with them.
    pub fn of(self, ty: Type) -> Type {
        let ty = if self.volatile { ty.volatile() } else { ty };
        if self.constant { Type::Const(ty.into()) } else { ty }
    }
}

/// A type under these specifiers.
pub(super) fn qualified(specifiers: Specifiers, ty: Type) -> Type {
    match ty {
        Type::Const(_) => ty,
        ty if specifiers.immutable => Type::Const(ty.into()),
        ty => ty,
    }
}

/// The built-in type's words, counted.
#[derive(Default)]
struct Words {
    short: u32,
    long: u32,
    signed: bool,
    unsigned: bool,
    volatile: bool,
    base: Option<Type>,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.short == 0 && self.long == 0 && !self.signed && !self.unsigned && self.base.is_none()
    }

    /// The type that they spell.
    fn ty(self) -> Option<Type> {
        let volatile = self.volatile;
        let ty = self.spelled()?;
        Some(if volatile { ty.volatile() } else { ty })
    }

    fn spelled(self) -> Option<Type> {
        let modified = self.short + self.long > 0 || self.signed || self.unsigned;
        let int = match self.base {
            Some(Type::Float(64)) if self.long == 1 && self.short == 0 && !self.signed => {
                return Some(Type::Other("`long double`"));
            }
            Some(Type::Int(int)) if int.bits == 32 || self.short + self.long == 0 => int,
            None if modified => IntType::INT,
            base if !modified => return base,
            _ => return None,
        };
        let bits = match (self.short, self.long) {
            (0, 0) => int.bits,
            (1, 0) => 16,
            (0, 1 | 2) => 64,
            _ => return None,
        };
        if self.signed && self.unsigned {
            return None;
        }
        let signed = if self.unsigned { false } else { int.signed };
        let ty = Type::Int(IntType { bits, signed });
        Some(match (self.long, bits, signed) {
            (2, _, true) => distinct("long long", ty),
            (2, _, false) => distinct("unsigned long long", ty),
            (_, 8, true) if self.signed => distinct("signed char", ty),
            _ => ty,
        })
    }
}

impl Parser {
    /// A qualified name at some distance, and the distance past it. Template arguments inside a
    /// qualification are not read.
    pub(super) fn qualified_at(&self, ahead: usize) -> Option<(Name, usize)> {
        let mut at = ahead;
        let mut text = String::new();
        let of_file = self.is_at(at, "::");
        at += usize::from(of_file);
        loop {
            let name = self.peek_at(at).and_then(Token::name)?;
            if super::is_reserved(name.as_str()) {
                return None;
            }
            if text.is_empty() && !self.is_at(at + 1, "::") && !of_file {
                return Some((name.clone(), at + 1));
            }
            text.push_str(name.as_str());
            at += 1;
            let more = self.is_at(at, "::") && self.peek_at(at + 1).and_then(Token::name).is_some();
            if !more {
                return Some((self.unqualified(&text, of_file), at));
            }
            text.push_str("::");
            at += 1;
        }
    }

    /// A qualified name without its namespaces; with `::` in front, and known to nobody, where that
    /// would mean another declaration.
    fn unqualified(&self, qualified: &str, of_file: bool) -> Name {
        let known = self.namespaces.strip(qualified);
        let mut parts = known.split("::").map(Name::from);
        let is_class = |part: &Name| matches!(self.scopes.find(part), Some(scope::Sort::Type(_)));
        let hidden = (of_file || known.len() < qualified.len())
            && parts.next().is_some_and(|first| self.scopes.hides(&first));
        let mut namespaces = qualified[..qualified.len() - known.len()].split("::");
        match hidden || namespaces.any(|part| is_class(&part.into())) {
            true => format!("::{qualified}").into(),
            false => known.into(),
        }
    }

    /// Whether a type name begins so far ahead. Names that nothing declares are none.
    pub(super) fn type_begins_at(&self, ahead: usize) -> bool {
        let Some(token) = self.peek_at(ahead) else { return false };
        match &token.kind {
            Kind::Name(name) if is_specifier(name.as_str()) => true,
            Kind::Name(_) | Kind::Punct("::") => self
                .qualified_at(ahead)
                .is_some_and(|(name, _)| matches!(self.scopes.type_of(&name), Ok(Some(_)))),
            _ => false,
        }
    }

    /// Declaration specifiers.
    pub(super) fn specifiers(&mut self) -> Parsed<Specified> {
        let start = self.span();
        let mut specifiers = Specifiers::default();
        let mut enumerators = Vec::new();
        let mut words = Words::default();
        loop {
            if self.is("[") && self.is_at(1, "[") {
                self.skip_balanced()?;
                continue;
            }
            let word = self.word();
            if ATTRIBUTES.contains(&word) {
                self.skip_attribute()?;
                continue;
            }
            match word {
                "const" | "constexpr" | "__const__" => specifiers.immutable = true,
                "static" => specifiers.statical = true,
                "extern" => specifiers.external = true,
                "typedef" => specifiers.typedef = true,
                "__global__" => specifiers.global = true,
                "__device__" | "__managed__" => specifiers.device = true,
                "__host__" => specifiers.host = true,
                "__shared__" => specifiers.shared = true,
                "__constant__" => specifiers.constant = true,
                "short" => words.short += 1,
                "long" => words.long += 1,
                "signed" | "__signed__" => words.signed = true,
                "unsigned" => words.unsigned = true,
                "volatile" | "__volatile__" => words.volatile = true,
                "__int64" => words.long += 2,
                _ if IGNORED.contains(&word) || POINTER_WORDS.contains(&word) => {}
                _ if TYPE_WORDS.contains(&word) => {
                    let base = built_in(word);
                    if words.base.is_some() {
                        return Err(self.error("two types in one declaration"));
                    }
                    words.base = Some(base);
                }
                "struct" | "class" | "union" if words.is_empty() => {
                    words.base = Some(self.class()?);
                    continue;
                }
                "enum" if words.is_empty() => {
                    words.base = Some(self.enumeration(&mut enumerators)?);
                    continue;
                }
                "decltype" if words.is_empty() => {
                    words.base = Some(self.decltype()?);
                    continue;
                }
                // A conversion function has no other type.
                "operator" if words.is_empty() && self.type_begins_at(1) => {
                    words.base = Some(Type::Auto);
                    break;
                }
                _ if words.is_empty() => match self.type_name()? {
                    Some(ty) => {
                        words.base = Some(ty);
                        continue;
                    }
                    None => break,
                },
                _ => break,
            }
            self.at += 1;
        }
        if words.is_empty() {
            return Err(self.unexpected("a type"));
        }
        let Some(ty) = words.ty() else {
            return Err(semantics::Diagnostic::at(
                self.since(&start).0,
                "these words do not make a type",
            ));
        };
        Ok(Specified { specifiers, ty, enumerators })
    }

    /// Passes over `word (…)`, or the word alone.
    pub(super) fn skip_attribute(&mut self) -> Parsed<()> {
        self.at += 1;
        if self.is("(") { self.skip_balanced() } else { Ok(()) }
    }

    /// A name as a type. An unknown one is taken for a type only where a header is missing.
    fn type_name(&mut self) -> Parsed<Option<Type>> {
        let Some((name, past)) = self.qualified_at(0) else { return Ok(None) };
        let Ok(known) = self.scopes.type_of(&name) else { return Ok(None) };
        if self.is_at(past, "<") && matches!(self.scopes.find(&name), Some(Sort::Alias)) {
            self.at += past;
            self.skip_angles()?;
            return Ok(Some(Type::Other("an alias template")));
        }
        let ty = match known {
            Some(ty) if self.is_captured(&name, &ty) => CAPTURED,
            Some(_) if self.file.ambiguous.contains(&name) => {
                Type::Other("a type that several namespaces declare")
            }
            Some(ty) => ty,
            None if self.class_of(&name).is_some() => match self.class_of(&name) {
                Some((class, member)) => Type::Member(class.into(), member),
                None => return Ok(None),
            },
            None if name.as_str().starts_with("::") => {
                Type::Other("a type of a name that another declaration hides")
            }
            None if self.file.incomplete => {
                let note = format!("the type `{name}` is unknown, for a header is missing");
                if !self.file.notes.contains(&note) {
                    self.file.notes.push(note);
                }
                Type::Named(name)
            }
            None => return Err(self.error(format!("unknown type name `{name}`"))),
        };
        self.at += past;
        if !self.is("<") {
            return Ok(Some(ty));
        }
        let class = match &ty {
            Type::Named(name) | Type::Instance(name, _) => name.clone(),
            _ => return Ok(Some(ty)),
        };
        if !self.is_class_template(&class) {
            self.skip_angles()?;
            while self.eat("::") {
                self.eat_word("template");
                self.identifier()?;
            }
            return Ok(Some(Type::Named(class)));
        }
        let mut ty = Type::Instance(class, self.template_arguments()?);
        while self.is("::") && self.peek_at(1).is_some_and(|t| t.name().is_some()) {
            self.at += 1;
            self.eat_word("template");
            let (member, _) = self.identifier()?;
            ty = Type::Member(ty.into(), member);
        }
        Ok(Some(ty))
    }

    /// Whether a name that the type is made of means something else here than where the type was
    /// given its own.
    fn is_captured(&self, name: &Name, ty: &Type) -> bool {
        let Some(declared) = self.scopes.depth_of(name) else { return false };
        let hidden = |inner: &Name| {
            let deeper = self.scopes.depth_of(inner).is_some_and(|depth| depth > declared);
            // In a class, its name is the same type.
            let class = match self.scopes.find(inner) {
                Some(Sort::Type(Type::Named(class) | Type::Instance(class, _))) => {
                    class == inner && !self.type_parameters.contains(inner)
                }
                _ => false,
            };
            inner != name && deeper && !class
        };
        let mut types = vec![ty];
        let mut values: Vec<&Expr> = Vec::new();
        while let Some(ty) = types.pop() {
            match ty {
                Type::Named(inner) if hidden(inner) => return true,
                Type::Instance(inner, arguments) => {
                    if hidden(inner) {
                        return true;
                    }
                    for argument in arguments {
                        match argument {
                            TemplateArgument::Type(ty, _) => types.push(ty),
                            TemplateArgument::Value(e) => values.push(e),
                            TemplateArgument::Unknown(_) => {}
                        }
                    }
                }
                Type::Member(of, _)
                | Type::Distinct(_, of)
                | Type::Const(of)
                | Type::Volatile(of)
                | Type::Pointer(of)
                | Type::Reference(of)
                | Type::Moved(of) => types.push(of),
                Type::Array(of, size) => {
                    types.push(of);
                    values.extend(size.as_deref());
                }
                Type::Decltype(e) => values.push(e),
                _ => {}
            }
        }
        while let Some(e) = values.pop() {
            match &e.kind {
                ExprKind::Name(inner) if hidden(inner) => return true,
                kind => values.extend(kind.operands()),
            }
        }
        false
    }

    /// The type before the last `::` of a name, and what comes after it.
    pub(super) fn class_of(&self, name: &Name) -> Option<(Type, Name)> {
        let (class, member) = name.as_str().rsplit_once("::")?;
        let class = Name::from(class);
        match self.scopes.find(&class) {
            Some(Sort::Type(ty)) if self.is_captured(&class, ty) => Some((CAPTURED, member.into())),
            Some(Sort::Type(ty @ (Type::Named(_) | Type::Instance(..)))) => {
                Some((ty.clone(), member.into()))
            }
            _ => None,
        }
    }

    /// `decltype(e)`
    fn decltype(&mut self) -> Parsed<Type> {
        self.at += 1;
        self.expect("(")?;
        if self.is_word("auto") && self.is_at(1, ")") {
            self.at += 2;
            return Ok(Type::Other("`decltype(auto)`"));
        }
        let parenthesized = self.is("(");
        let e = self.bracketed(Parser::expression)?;
        self.expect(")")?;
        if let ExprKind::Name(name) = &e.kind
            && self.references.contains(name)
        {
            return Ok(Type::Other("`decltype` of what may be a reference"));
        }
        let name =
            matches!(e.kind, ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Scoped(..));
        let place = match &e.kind {
            ExprKind::Index(..) | ExprKind::Assign(..) => true,
            ExprKind::Unary(op, _) => matches!(op, Unary::Dereference | Unary::Step(_)),
            ExprKind::Binary(op, ..) => *op == Binary::Comma,
            ExprKind::Conditional(..) | ExprKind::Call(..) => true,
            _ => name && parenthesized,
        };
        // Of a place it is a reference, which is not told from a value here.
        Ok(if place { Type::Other("`decltype` of a place") } else { Type::Decltype(e.into()) })
    }

    /// `enum E {a, b = 2}`: the numbers of an `int`, and its enumerators.
    fn enumeration(&mut self, enumerators: &mut Vec<Item>) -> Parsed<Type> {
        let start = self.span().bytes.start;
        self.at += 1;
        let scoped = self.eat_word("class") || self.eat_word("struct");
        let name = if self.peek().is_some_and(|t| t.name().is_some()) {
            Some(self.identifier()?.0)
        } else {
            None
        };
        let known = name.as_ref().and_then(|name| self.scopes.find(name));
        if let (Some(Sort::Type(ty)), false, false) = (known, self.is(":"), self.is("{")) {
            return Ok(ty.clone());
        }
        let fixed = scoped || self.is(":");
        let numbers = match self.eat(":") {
            true => self.specifiers()?.ty,
            false => Type::Int(IntType::INT),
        };
        // Of the same name there may be another, in another scope.
        let title = match &name {
            Some(name) if self.scopes.depth() == 1 => name.to_string(),
            Some(name) => format!("{name} ({start})"),
            None => format!("(unnamed enumeration {start})"),
        };
        let ty = distinct(&title, numbers);
        if let Some(name) = &name {
            self.scopes.declare(name.clone(), Sort::Type(ty.clone()));
            if self.scopes.depth() == 1 {
                self.declared_here(name);
            }
        }
        if !self.eat("{") {
            return Ok(ty);
        }
        let enumeration = name;
        let mut first = true;
        let mut own: Vec<Name> = Vec::new();
        let mut plain = true;
        while !self.eat("}") {
            let (name, span) = self.identifier()?;
            let mut value = if self.eat("=") { Some(self.assignment()?) } else { None };
            // Up to the `}` an enumerator has the type of its own value.
            if let (Some(e), false) = (&mut value, fixed) {
                if !plain && mentions(e, &own) {
                    e.kind = ExprKind::Other("an enumerator whose own type another one asks for");
                }
                plain &= is_int(e, &own);
            }
            own.push(name.clone());
            let name = match (&enumeration, scoped) {
                (Some(of), true) => Name::from(format!("{of}::{name}")),
                _ => name,
            };
            let sort = match &self.enumerators_of {
                Some(class) => Sort::Static(class.clone()),
                None => Sort::Value,
            };
            self.scopes.declare(name.clone(), sort);
            let (ty, span) = (ty.clone(), Place(span));
            enumerators.push(Item::Enumerator { name, value, first, ty, fixed, span });
            first = false;
            if !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        Ok(ty)
    }

    /// Passes over attributes.
    pub(super) fn skip_attributes(&mut self) -> Parsed<()> {
        loop {
            if self.is("[") && self.is_at(1, "[") {
                self.skip_balanced()?;
            } else if ATTRIBUTES.contains(&self.word()) {
                self.skip_attribute()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Passes over `const`, `__restrict__` and the like; which of them were there.
    pub(super) fn skip_qualifiers(&mut self) -> Qualifiers {
        let mut found = Qualifiers::default();
        while POINTER_WORDS.contains(&self.word()) {
            found.constant |= matches!(self.word(), "const" | "__const__");
            found.volatile |= matches!(self.word(), "volatile" | "__volatile__");
            self.at += 1;
        }
        found
    }
}

/// Whether an expression has one of these names in it.
fn mentions(e: &Expr, names: &[Name]) -> bool {
    let mut rest = vec![e];
    while let Some(e) = rest.pop() {
        match &e.kind {
            ExprKind::Name(name) | ExprKind::Scoped(_, name) if names.contains(name) => {
                return true;
            }
            kind => rest.extend(kind.operands()),
        }
    }
    false
}

/// Whether an expression is an `int`, as its form tells, where these names are.
fn is_int(e: &Expr, names: &[Name]) -> bool {
    match &e.kind {
        ExprKind::Int(_, ty) => *ty == IntType::INT,
        ExprKind::Name(name) | ExprKind::Scoped(_, name) => names.contains(name),
        ExprKind::Unary(Unary::Plus | Unary::Minus | Unary::BitNot, of) => is_int(of, names),
        ExprKind::Binary(op, a, b) => {
            use Binary::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
            matches!(op, Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor)
                && is_int(a, names)
                && is_int(b, names)
        }
        _ => false,
    }
}

fn built_in(word: &str) -> Type {
    match word {
        "void" => Type::Void,
        "bool" | "_Bool" => Type::Bool,
        "char" => Type::Int(IntType::signed(8)),
        "float" => Type::Float(32),
        "double" => Type::Float(64),
        "auto" => Type::Auto,
        "wchar_t" => distinct(word, Type::Int(IntType::INT)),
        "char16_t" => distinct(word, Type::Int(IntType::unsigned(16))),
        "char32_t" => distinct(word, Type::Int(IntType::UINT)),
        _ => Type::Int(IntType::INT),
    }
}
