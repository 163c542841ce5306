//! Declaration specifiers: `static const unsigned long`.

use super::scope::distinct;
use super::{Parsed, Parser};
use crate::syntax::{Binary, ExprKind, Item, Specifiers, Type, Unary};
use crate::vocabulary::Attribute;
pub(super) use crate::words::is_specifier;
use crate::words::{ATTRIBUTES, IGNORED, TYPE_WORDS};
use semantics::{IntType, limits};

/// The words that qualify a pointer.
const POINTER_WORDS: [&str; 9] = [
    "const",
    "__const",
    "volatile",
    "__restrict__",
    "__restrict",
    "restrict",
    "__const__",
    "__volatile__",
    "__ptr64",
];

/// What a list of specifiers said.
pub(super) struct Specified {
    pub specifiers: Specifiers,
    pub ty: Type,
    /// What an attribute says of what is declared.
    pub attribute: Option<Attribute>,
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
    /// Declaration specifiers.
    pub(super) fn specifiers(&mut self) -> Parsed<Specified> {
        limits::ask()?;
        let start = self.span();
        let of_toolkit = self.in_toolkit;
        let mut specifiers = Specifiers { of_toolkit, ..Specifiers::default() };
        let mut attribute = None;
        let mut enumerators = Vec::new();
        let mut words = Words::default();
        loop {
            if self.is("[") && self.is_at(1, "[") {
                let begin = self.at;
                self.skip_balanced()?;
                if of_toolkit {
                    attribute = Attribute::of(&self.tokens[begin..self.at]);
                }
                continue;
            }
            let word = self.word();
            if ATTRIBUTES.contains(&word) {
                self.skip_attribute()?;
                continue;
            }
            match word {
                "const" | "__const__" | "__const" => specifiers.immutable = true,
                "constexpr" => (specifiers.immutable, specifiers.constexpr) = (true, true),
                "static" => specifiers.statical = true,
                "extern" => specifiers.external = true,
                "typedef" => specifiers.typedef = true,
                "explicit" => specifiers.explicit = true,
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
                "__typeof__" | "__typeof" | "typeof" if words.is_empty() && self.is_at(1, "(") => {
                    words.base = Some(self.type_of()?);
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
        Ok(Specified { specifiers, ty, attribute, enumerators })
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

    /// `__typeof__(e)`, of GNU C: the type of the value.
    fn type_of(&mut self) -> Parsed<Type> {
        self.at += 2;
        let ty = match self.type_begins_at(0) {
            true => self.type_id()?,
            false => Type::Decltype(self.bracketed(Parser::expression)?.into()),
        };
        self.expect(")").map(|()| ty)
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

    /// Whether `const`, `__restrict__` or the like stands there.
    pub(super) fn is_pointer_word_at(&self, ahead: usize) -> bool {
        let word = self.peek_at(ahead).and_then(crate::token::Token::name);
        word.is_some_and(|word| POINTER_WORDS.contains(&word.as_str()))
    }

    /// Passes over `const`, `__restrict__` and the like; which of them were there.
    pub(super) fn skip_qualifiers(&mut self) -> Qualifiers {
        let mut found = Qualifiers::default();
        while POINTER_WORDS.contains(&self.word()) {
            found.constant |= matches!(self.word(), "const" | "__const__" | "__const");
            found.volatile |= matches!(self.word(), "volatile" | "__volatile__");
            self.at += 1;
        }
        found
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
