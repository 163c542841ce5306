//! Expressions: each is written so that it stands alone, what it is made of in parentheses.

pub(super) mod call;

use super::json::Node;
use super::types::Ty;
use super::writer::{Writer, Written};
use crate::token::Kind;
use semantics::Span;

/// Writes an expression.
pub(super) fn expression(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    w.nested(node, |w| unbounded(w, node))
}

fn unbounded(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let at = w.place(node);
    match &*node.kind {
        "ParenExpr"
        | "ExprWithCleanups"
        | "MaterializeTemporaryExpr"
        | "CXXBindTemporaryExpr"
        | "ConstantExpr"
        | "SubstNonTypeTemplateParmExpr" => expression(w, part(w, node, usize::MAX)?),
        "ImplicitCastExpr"
        | "CStyleCastExpr"
        | "CXXStaticCastExpr"
        | "CXXFunctionalCastExpr"
        | "CXXReinterpretCastExpr"
        | "CXXConstCastExpr" => cast(w, node, &at),
        "IntegerLiteral"
        | "CharacterLiteral"
        | "FloatingLiteral"
        | "StringLiteral"
        | "PredefinedExpr"
        | "CXXBoolLiteralExpr"
        | "CXXNullPtrLiteralExpr"
        | "GNUNullExpr"
        | "CXXScalarValueInitExpr"
        | "ImplicitValueInitExpr" => literal(w, node, &at),
        "DeclRefExpr" => reference(w, node, &at),
        "MemberExpr" => member(w, node, &at),
        "ArraySubscriptExpr" => {
            expression(w, part(w, node, 0)?)?;
            w.put("[", &at);
            expression(w, part(w, node, 1)?)?;
            w.put("]", &at);
            Ok(())
        }
        "UnaryOperator" => unary(w, node, &at),
        "BinaryOperator" | "CompoundAssignOperator" => {
            let symbol = node.text("opcode").unwrap_or_default().to_string();
            if matches!(symbol.as_str(), ".*" | "->*" | "<=>") {
                return w.refuse(node, format!("the operator `{symbol}`"));
            }
            w.put("(", &at);
            expression(w, part(w, node, 0)?)?;
            w.put(&symbol, &at);
            expression(w, part(w, node, 1)?)?;
            w.put(")", &at);
            Ok(())
        }
        "ConditionalOperator" => {
            w.put("(", &at);
            expression(w, part(w, node, 0)?)?;
            w.put("?", &at);
            expression(w, part(w, node, 1)?)?;
            w.put(":", &at);
            expression(w, part(w, node, 2)?)?;
            w.put(")", &at);
            Ok(())
        }
        "UnaryExprOrTypeTraitExpr" => size(w, node, &at),
        "CompoundLiteralExpr" => expression(w, part(w, node, usize::MAX)?),
        "InitListExpr" => {
            let ty = w.ty(node, "type")?;
            match ty.plain() {
                Ty::Named(name) => {
                    let name = name.clone();
                    w.put(&name, &at);
                    list(w, node, &at)
                }
                Ty::Array(..) => list(w, node, &at),
                // Braces around one value.
                _ if node.inner.len() == 1 => expression(w, &node.inner[0]),
                ty => {
                    w.put(&format!("(({}) 0)", ty.declare("")), &at);
                    Ok(())
                }
            }
        }
        "CXXThisExpr" => {
            w.put("(&", &at);
            let name = w.whole.names.fresh(OBJECT);
            w.put_name(&name, &at);
            w.put(")", &at);
            Ok(())
        }
        "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => call::call(w, node, &at),
        "CXXConstructExpr" | "CXXTemporaryObjectExpr" => call::construct(w, node, &at),
        "CXXDefaultArgExpr" | "CXXDefaultInitExpr" => w.refuse(node, "a default argument here"),
        "RecoveryExpr" | "" => w.refuse(node, "an expression that clang does not understand"),
        other => w.refuse(node, format!("`{other}` of clang")),
    }
}

/// A literal, or a value that nothing is written for.
fn literal(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    match &*node.kind {
        "IntegerLiteral" => {
            let ty = w.ty(node, "type")?;
            let suffix = match &ty {
                Ty::Builtin(words) => match words.as_str() {
                    "int" => "",
                    "unsigned int" => "u",
                    "long" => "l",
                    "unsigned long" => "ul",
                    "long long" => "ll",
                    "unsigned long long" => "ull",
                    _ => return typed_number(w, node, &ty, at),
                },
                _ => return typed_number(w, node, &ty, at),
            };
            let value = number(w, node)?;
            if value.starts_with('-') {
                return typed_number(w, node, &ty, at);
            }
            w.put(&format!("{value}{suffix}"), at);
            Ok(())
        }
        "CharacterLiteral" if node.text("value").is_none_or(|value| value.len() > 3) => {
            w.refuse(node, "a literal of several characters")
        }
        "CharacterLiteral" => {
            let ty = w.ty(node, "type")?;
            typed_number(w, node, &ty, at)
        }
        "FloatingLiteral" => {
            let text = &w.whole.tree.text;
            let token =
                node.range().and_then(|(at, _)| text.token(at)).map(|n| &text.tokens[n].kind);
            match token {
                // As it is written: clang prints fewer digits.
                Some(Kind::Number(spelt)) => {
                    let spelt = spelt.as_str().to_string();
                    w.put(&spelt, at);
                    Ok(())
                }
                _ => w.refuse(node, "a number that is not written where it stands"),
            }
        }
        "StringLiteral" | "PredefinedExpr" => {
            w.put("\"\"", at);
            Ok(())
        }
        "CXXBoolLiteralExpr" => {
            w.put(if node.is("value") { "true" } else { "false" }, at);
            Ok(())
        }
        "CXXNullPtrLiteralExpr" | "GNUNullExpr" => {
            w.put("nullptr", at);
            Ok(())
        }
        _ => {
            let ty = w.ty(node, "type")?;
            match ty.plain() {
                Ty::Named(_) | Ty::Array(..) => w.put("{}", at),
                _ => w.put(&format!("(({}) 0)", ty.plain().declare("")), at),
            }
            Ok(())
        }
    }
}

/// What the object is called whose member a function is.
pub(super) const OBJECT: &str = "this_object";

/// A part of a node; the last one for a number that is too large.
pub(super) fn part<'p>(
    w: &Writer<'_, '_>,
    node: &'p Node,
    n: usize,
) -> Result<&'p Node, super::writer::Refused> {
    match node.inner.get(n).or_else(|| node.inner.last().filter(|_| n == usize::MAX)) {
        Some(part) => Ok(part),
        None => w.refuse(node, format!("`{}` of clang, without its parts", node.kind)),
    }
}

fn number(w: &Writer<'_, '_>, node: &Node) -> Result<String, super::writer::Refused> {
    match node.text("value") {
        Some(value) => Ok(value.to_string()),
        None => w.refuse(node, "a number without a value"),
    }
}

/// A number of a type for which there is no suffix.
fn typed_number(w: &mut Writer<'_, '_>, node: &Node, ty: &Ty, at: &Span) -> Written {
    let value = number(w, node)?;
    w.put(&format!("(({}) ({value}))", ty.plain().declare("")), at);
    Ok(())
}

/// A list of values in braces; what is left out of it is zero.
pub(super) fn list(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    if node.has("field") {
        return w.refuse(node, "a value of a union");
    }
    w.put("{", at);
    for (n, part) in node.inner.iter().enumerate() {
        if n > 0 {
            w.put(",", at);
        }
        initializer(w, part)?;
    }
    w.put("}", at);
    Ok(())
}

/// A value of a variable, of a part of it, or of a parameter: what copies it is that already.
pub(super) fn initializer(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let mut of = node;
    while matches!(&*of.kind, "ExprWithCleanups" | "CXXBindTemporaryExpr")
        && let Some(inner) = of.inner.last()
    {
        of = inner;
    }
    if &*of.kind == "CXXConstructExpr"
        && of.inner.len() == 1
        && matches!(call::constructor(w, of)?, call::Made::Copy)
    {
        return initializer(w, &of.inner[0]);
    }
    match &*node.kind {
        "InitListExpr" => {
            let at = w.place(node);
            list(w, node, &at)
        }
        "ImplicitValueInitExpr"
            if matches!(w.ty(node, "type")?.plain(), Ty::Named(_) | Ty::Array(..)) =>
        {
            let at = w.place(node);
            w.put("{}", &at);
            Ok(())
        }
        _ => expression(w, node),
    }
}

/// Whether an expression is the same value, or the same place, as what it is made of.
fn is_nothing(kind: &str) -> bool {
    matches!(
        kind,
        "LValueToRValue"
            | "NoOp"
            | "FunctionToPointerDecay"
            | "BuiltinFnToFnPtr"
            | "ArrayToPointerDecay"
            | "ConstructorConversion"
            | "UserDefinedConversion"
            | "ToVoid"
    )
}

fn cast(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let kind = node.text("castKind").unwrap_or_default();
    let inner = part(w, node, usize::MAX)?;
    let written = &*node.kind != "ImplicitCastExpr";
    if kind == "NoOp" && written {
        let ty = w.ty(node, "type")?;
        let lvalue = node.text("valueCategory") != Some("prvalue");
        if !lvalue && matches!(ty.plain(), Ty::Builtin(_) | Ty::Pointer(_)) {
            // It takes the value, even where nobody asks for it.
            w.put(&format!("(({})", ty.plain().declare("")), at);
            expression(w, inner)?;
            w.put(")", at);
            return Ok(());
        }
        if lvalue && &*node.kind == "CXXConstCastExpr" {
            return cast_place(w, node, inner, at);
        }
    }
    if is_nothing(kind) {
        return expression(w, inner);
    }
    match kind {
        "IntegralCast"
        | "FloatingCast"
        | "IntegralToFloating"
        | "FloatingToIntegral"
        | "IntegralToBoolean"
        | "FloatingToBoolean"
        | "BooleanToSignedIntegral"
        | "BitCast"
        | "PointerToIntegral"
        | "IntegralToPointer" => {
            let ty = w.ty(node, "type")?;
            w.put(&format!("(({})", ty.plain().declare("")), at);
            expression(w, inner)?;
            w.put(")", at);
            Ok(())
        }
        "NullToPointer" => {
            w.put("nullptr", at);
            Ok(())
        }
        "PointerToBoolean" if !written => expression(w, inner),
        "PointerToBoolean" => {
            w.put("((bool)", at);
            expression(w, inner)?;
            w.put(")", at);
            Ok(())
        }
        "LValueBitCast" => cast_place(w, node, inner, at),
        "DerivedToBase" | "UncheckedDerivedToBase" => expression(w, inner),
        other => w.refuse(node, format!("a conversion that clang calls {other}")),
    }
}

/// A place that is taken for one of another type.
fn cast_place(w: &mut Writer<'_, '_>, node: &Node, inner: &Node, at: &Span) -> Written {
    let ty = w.ty(node, "type")?;
    w.put(&format!("(*({}) (&", Ty::Pointer(ty.into()).declare("")), at);
    expression(w, inner)?;
    w.put("))", at);
    Ok(())
}

fn reference(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let kind = node.text_of("referencedDecl", "kind").unwrap_or_default().to_string();
    let name = node.text_of("referencedDecl", "name").unwrap_or_default().to_string();
    let id = node.refers("referencedDecl").unwrap_or(0);
    if kind != "ParmVarDecl" && w.whole.tree.decl(id).is_some() {
        w.sure(node, &name)?;
    }
    match kind.as_str() {
        "VarTemplateSpecializationDecl" => return constant_member(w, node, id, at),
        "VarDecl" if w.whole.tree.decl(id).is_some_and(|decl| decl.class.is_some()) => {
            return constant_member(w, node, id, at);
        }
        // One outside of functions is declared; the others are not noted.
        "VarDecl" => match w.whole.tree.decl(id).map(|decl| w.whole.tree.is_own(decl.node)) {
            Some(true) => {
                if w.whole.tree.variables.get(&name) != Some(&1) {
                    return w.refuse(node, format!("`{name}`, which several variables are called"));
                }
                w.outer.insert(name);
                let name = w.mention(id);
                w.put_name(&name, at);
            }
            Some(false) if name == "NULL" => w.put("nullptr", at),
            Some(false) => w.put(&name, at),
            None => w.put_name(&name, at),
        },
        "ParmVarDecl" if name.is_empty() => return w.refuse(node, "a parameter without a name"),
        "ParmVarDecl" => w.put_name(&name, at),
        "EnumConstantDecl" | "FunctionDecl" => {
            let name = call::enumerator_or_function(w, node, id)?;
            w.put_name(&name, at);
        }
        other => return w.refuse(node, format!("a name of what clang calls {other}")),
    }
    Ok(())
}

fn member(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let id = node.refers("referencedMemberDecl").unwrap_or(0);
    let inner = part(w, node, usize::MAX)?;
    w.sure(node, node.name())?;
    let Some(decl) = w.whole.tree.decl(id) else {
        return w.refuse(node, format!("the member `{}`", node.name()));
    };
    match &*decl.node.kind {
        "FieldDecl" if node.name().is_empty() => w.refuse(node, "a member without a name"),
        "FieldDecl" => {
            object(w, inner, node.is("isArrow"), at)?;
            w.put(".", at);
            w.put_name(node.name(), at);
            Ok(())
        }
        "VarDecl" => constant_member(w, node, id, at),
        other => {
            let other = other.to_string();
            w.refuse(node, format!("the member `{}`, which clang calls {other}", node.name()))
        }
    }
}

/// A static constant of a class, as its value.
fn constant_member(w: &mut Writer<'_, '_>, node: &Node, id: u64, at: &Span) -> Written {
    let Some(decl) = w.whole.tree.decl(id) else { return w.refuse(node, "a static member") };
    let ty = w.ty(decl.node, "type")?;
    let constant = decl.node.is("constexpr") || matches!(ty, Ty::Const(_));
    w.sure(node, decl.node.name())?;
    let is_value = |part: &&Node| !part.kind.ends_with("Attr") && &*part.kind != "TemplateArgument";
    let value = decl.node.inner.iter().find(is_value);
    match value.filter(|_| constant && decl.node.has("init")) {
        Some(value) if matches!(ty.plain(), Ty::Builtin(_) | Ty::Named(_)) => {
            w.put(&format!("(({})", ty.plain().declare("")), at);
            expression(w, value)?;
            w.put(")", at);
            Ok(())
        }
        _ => w.refuse(node, format!("`{}`, a static member of a class", decl.node.name())),
    }
}

/// The object of which something is a member.
pub(super) fn object(w: &mut Writer<'_, '_>, node: &Node, arrow: bool, at: &Span) -> Written {
    let mut of = node;
    while matches!(&*of.kind, "ImplicitCastExpr" | "ParenExpr")
        && let Some(inner) = of.inner.last()
    {
        of = inner;
    }
    if arrow && &*of.kind == "CXXThisExpr" {
        let name = w.whole.names.fresh(OBJECT);
        w.put_name(&name, at);
        return Ok(());
    }
    if !arrow {
        return expression(w, node);
    }
    w.put("(*", at);
    expression(w, node)?;
    w.put(")", at);
    Ok(())
}

fn unary(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let symbol = node.text("opcode").unwrap_or_default().to_string();
    if !["+", "-", "!", "~", "*", "&", "++", "--"].contains(&symbol.as_str()) {
        return w.refuse(node, format!("the operator `{symbol}`"));
    }
    let inner = part(w, node, 0)?;
    if symbol == "*" {
        let mut of = inner;
        while matches!(&*of.kind, "ImplicitCastExpr" | "ParenExpr") && !of.inner.is_empty() {
            of = &of.inner[0];
        }
        if &*of.kind == "CXXThisExpr" {
            return object(w, of, true, at);
        }
    }
    w.put("(", at);
    if node.is("isPostfix") {
        expression(w, inner)?;
        w.put(&symbol, at);
    } else {
        w.put(&symbol, at);
        expression(w, inner)?;
    }
    w.put(")", at);
    Ok(())
}

fn size(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    if node.name() != "sizeof" {
        return w.refuse(node, format!("`{}`", node.name()));
    }
    if node.has("argType") {
        let ty = w.ty(node, "argType")?;
        w.put(&format!("sizeof({})", ty.declare("")), at);
        return Ok(());
    }
    w.put("sizeof(", at);
    expression(w, part(w, node, usize::MAX)?)?;
    w.put(")", at);
    Ok(())
}
