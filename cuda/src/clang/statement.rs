//! Statements.

use super::expression::call::{Made, construct_at, constructor};
use super::expression::{expression, initializer, part};
use super::json::Node;
use super::types::Ty;
use super::writer::{Writer, Written};
use crate::token::Kind;
use semantics::Span;

/// Writes a statement.
pub(super) fn statement(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    w.nested(node, |w| unbounded(w, node))
}

fn unbounded(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let at = w.place(node);
    match &*node.kind {
        // A part that clang has decided away.
        "" | "NullStmt" => {
            w.put(";", &at);
            Ok(())
        }
        "CompoundStmt" => {
            w.put("{", &at);
            for part in &node.inner {
                statement(w, part)?;
            }
            w.put("}", &at);
            Ok(())
        }
        "AttributedStmt" => statement(w, part(w, node, usize::MAX)?),
        "DeclStmt" => declarations(w, node),
        "IfStmt" => conditional(w, node, &at),
        "ForStmt" => counted(w, node, &at),
        "WhileStmt" => {
            let [condition, body] = node.inner.as_slice() else {
                return w.refuse(node, "a variable that a condition declares");
            };
            w.put("while (", &at);
            expression(w, condition)?;
            w.put(")", &at);
            statement(w, body)
        }
        "DoStmt" => {
            w.put("do", &at);
            statement(w, part(w, node, 0)?)?;
            w.put("while (", &at);
            expression(w, part(w, node, 1)?)?;
            w.put(");", &at);
            Ok(())
        }
        "SwitchStmt" => {
            let [value, body] = node.inner.as_slice() else {
                return w.refuse(node, "a variable that a condition declares");
            };
            w.put("switch (", &at);
            expression(w, value)?;
            w.put(")", &at);
            statement(w, body)
        }
        "CaseStmt" => {
            let [value, body] = node.inner.as_slice() else {
                return w.refuse(node, "a range of cases");
            };
            w.put("case", &at);
            expression(w, value)?;
            w.put(":", &at);
            statement(w, body)
        }
        "DefaultStmt" => {
            w.put("default:", &at);
            statement(w, part(w, node, 0)?)
        }
        "BreakStmt" => {
            w.put("break;", &at);
            Ok(())
        }
        "ContinueStmt" => {
            w.put("continue;", &at);
            Ok(())
        }
        "ReturnStmt" => {
            w.put("return", &at);
            if let Some(value) = node.inner.first() {
                initializer(w, value)?;
            }
            w.put(";", &at);
            Ok(())
        }
        "GCCAsmStmt" => assembly(w, node),
        kind if kind.ends_with("Stmt") => w.refuse(node, format!("`{kind}` of clang")),
        _ => {
            expression(w, node)?;
            w.put(";", &at);
            Ok(())
        }
    }
}

fn conditional(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    if node.is("hasInit") || node.is("hasVar") {
        return w.refuse(node, "a variable that a condition declares");
    }
    w.put("if (", at);
    expression(w, part(w, node, 0)?)?;
    w.put(")", at);
    // Whose `else` one is, the braces say.
    w.put("{", at);
    statement(w, part(w, node, 1)?)?;
    w.put("}", at);
    if let Some(otherwise) = node.inner.get(2) {
        w.put("else", at);
        statement(w, otherwise)?;
    }
    Ok(())
}

fn counted(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let [start, declared, condition, step, body] = node.inner.as_slice() else {
        return w.refuse(node, "a loop without its parts");
    };
    if !declared.kind.is_empty() {
        return w.refuse(node, "a variable that a condition declares");
    }
    w.put("for (", at);
    match &*start.kind {
        "" => w.put(";", at),
        _ => statement(w, start)?,
    }
    if !condition.kind.is_empty() {
        expression(w, condition)?;
    }
    w.put(";", at);
    if !step.kind.is_empty() {
        expression(w, step)?;
    }
    w.put(")", at);
    statement(w, body)
}

/// Inline assembly: as it is written, where its operands are variables of the function.
fn assembly(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let text = &w.whole.tree.text;
    let tokens = node
        .range()
        .and_then(|(begin, end)| text.tokens.get(text.token(begin)?..=text.token(end)?));
    let Some(tokens) = tokens else { return w.refuse(node, "inline assembly") };
    let is_known = |name: &str| {
        matches!(name, "threadIdx" | "blockIdx" | "blockDim" | "gridDim" | "x" | "y" | "z")
            || matches!(
                name,
                "asm" | "__asm__" | "__asm" | "volatile" | "__volatile__" | "__volatile"
            )
            || w.locals.contains_key(name)
    };
    for token in tokens {
        if let Kind::Name(name) = &token.kind
            && !is_known(name.as_str())
        {
            return w.refuse(node, format!("inline assembly that names `{name}`"));
        }
    }
    let tokens: Vec<_> = tokens.to_vec();
    w.out.extend(tokens);
    let at = w.place(node);
    w.put(";", &at);
    Ok(())
}

fn declarations(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    for declared in &node.inner {
        match &*declared.kind {
            "VarDecl" => variable(w, declared)?,
            "TypedefDecl" | "TypeAliasDecl" | "StaticAssertDecl" | "UsingDecl" | "EnumDecl"
            | "UsingDirectiveDecl" | "CXXRecordDecl" | "EmptyDecl" => {}
            other => return w.refuse(declared, format!("`{other}` of clang")),
        }
    }
    if !node.inner.iter().any(|declared| &*declared.kind == "VarDecl") {
        let at = w.place(node);
        w.put(";", &at);
    }
    Ok(())
}

/// Writes a variable, of a function or of the file.
pub(super) fn variable(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let at = w.whole.place_of_name(node).unwrap_or_else(|| w.place(node));
    let whole = w.place(node);
    let has = |attribute: &str| node.inner.iter().any(|part| &*part.kind == attribute);
    for (attribute, word) in [
        ("CUDASharedAttr", "__shared__"),
        ("CUDAConstantAttr", "__constant__"),
        ("CUDADeviceAttr", "__device__"),
    ] {
        if has(attribute) {
            w.put(word, &whole);
        }
    }
    if has("AlignedAttr") && !has("CUDASharedAttr") {
        return w.refuse(node, "a variable that is aligned");
    }
    if let Some(class @ ("static" | "extern")) = node.text("storageClass") {
        w.put(class, &whole);
    }
    if node.is("constexpr") {
        w.put("constexpr", &whole);
    }
    let ty = w.ty(node, "type")?;
    let init = node.inner.iter().find(|part| !part.kind.ends_with("Attr"));
    let mut init = if node.has("init") { init } else { None };
    while let Some(of) = init
        && matches!(&*of.kind, "ExprWithCleanups" | "CXXBindTemporaryExpr")
    {
        init = of.inner.last();
    }
    let constructs = init.filter(|of| &*of.kind == "CXXConstructExpr");
    let made = constructs.map(|of| constructor(w, of)).transpose()?;
    let mutable = made.is_some() && matches!(made, Some(Made::Own(..)));
    let shown = if mutable { ty.plain() } else { &ty };
    declare(w, shown, node.name(), &at, &whole);
    match (made, init) {
        (Some(Made::Nothing), _) | (_, None) => w.put(";", &whole),
        // One that says nothing of its object.
        (Some(Made::Toolkit), Some(call)) if call.inner.is_empty() => w.put(";", &whole),
        (Some(Made::Own(..)), _)
            if matches!(ty.plain(), Ty::Array(..)) || has("CUDASharedAttr") =>
        {
            return w
                .refuse(node, "objects that a constructor makes in an array, or in shared memory");
        }
        (Some(Made::Own(id, of)), Some(call)) => {
            w.put(";", &whole);
            construct_at(w, call, (id, of), node.name(), &whole)?;
        }
        (_, Some(value)) => {
            w.put("=", &whole);
            initializer(w, value)?;
            w.put(";", &whole);
        }
    }
    Ok(())
}

/// Writes a type around a name.
pub(super) fn declare(w: &mut Writer<'_, '_>, ty: &Ty, name: &str, at: &Span, whole: &Span) {
    /// Stands for the name where the type is written.
    const HERE: &str = "declared_here";
    let start = w.out.len();
    w.put(&ty.declare(HERE), whole);
    for token in &mut w.out[start..] {
        if token.name().is_some_and(|word| word.as_str() == HERE) {
            token.kind = Kind::Name(name.into());
            token.span = at.clone();
        }
    }
    w.locals.insert(name.to_string(), at.clone());
}
