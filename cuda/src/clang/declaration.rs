//! Declarations: functions, classes, enumerations and variables, each with what it hangs on.

use super::expression::call::{Made, by_value, constructor, made_by, parameters};
use super::expression::{OBJECT, expression, list};
use super::json::Node;
use super::statement::{declare, statement, variable};
use super::tree::Decl;
use super::types::Ty;
use super::writer::{Need, Refused, Whole, Writer, Written};
use crate::token::Token;
use semantics::Span;
use std::collections::BTreeSet;

/// A declaration as tokens.
pub(super) struct Item {
    pub tokens: Vec<Token>,
    pub needs: BTreeSet<Need>,
}

/// Writes the declaration at an address.
pub(super) fn declaration(whole: &Whole<'_>, need: Need) -> Result<Item, Refused> {
    let tree = whole.tree;
    let (Need::Decl(id) | Need::Made(id) | Need::ByValue(id)) = need;
    let Some(decl) = tree.decl(id) else {
        let span = whole.nowhere.clone();
        return Err(Refused { what: "what nothing declares".into(), span });
    };
    let node = tree.with_body(id).unwrap_or(decl.node);
    let mut w = Writer::new(whole, node);
    if !matches!(&*node.kind, "CXXRecordDecl" | "ClassTemplateSpecializationDecl")
        && let Some(refused) = whole.error_in(node)
    {
        return Err(refused);
    }
    match (&*node.kind, need) {
        (_, Need::Made(_)) => maker(&mut w, decl, node, id)?,
        ("CXXRecordDecl" | "ClassTemplateSpecializationDecl", _) => class(&mut w, node, id)?,
        ("EnumDecl", _) => enumeration(&mut w, node, id)?,
        ("VarDecl", _) => outer_variable(&mut w, decl, id)?,
        _ => function(&mut w, decl, node, id, matches!(need, Need::ByValue(_)))?,
    }
    if let Some(name) = w.outer.iter().find(|name| is_hidden(&w, name, &node.kind)) {
        let what = format!("`{name}`, which two variables are called");
        return Err(Refused { what, span: w.place(node) });
    }
    w.needs.remove(&need);
    Ok(Item { tokens: w.out, needs: w.needs })
}

/// Whether a function has a variable of its own of this name.
fn is_hidden(w: &Writer<'_, '_>, name: &str, kind: &str) -> bool {
    kind != "VarDecl" && w.locals.contains_key(name)
}

fn function(
    w: &mut Writer<'_, '_>,
    decl: &Decl<'_>,
    node: &Node,
    id: u64,
    object_as_value: bool,
) -> Written {
    let at = w.whole.place_of_name(node).unwrap_or_else(|| w.place(node));
    let whole = w.place(node);
    let global = node.inner.iter().any(|part| &*part.kind == "CUDAGlobalAttr");
    w.put(if global { "__global__" } else { "__device__" }, &at);
    if global {
        launch_bounds(w, node, &at)?;
    }
    if node.is("variadic") || node.is("virtual") {
        return w.refuse(node, "a function that is virtual, or takes any number of arguments");
    }
    let constructs = &*node.kind == "CXXConstructorDecl";
    let returns = match constructs {
        true => "void".to_string(),
        false => returned(w, node)?.declare(""),
    };
    w.put(&returns, &at);
    let name = match object_as_value {
        true => by_value(w, id),
        false => w.whole.names.of(id),
    };
    w.put_name(&name, &at);
    w.put("(", &whole);
    let class = decl.class.filter(|_| node.text("storageClass") != Some("static"));
    let first = decl.node;
    let method = first.kind.starts_with("CXX") && first.text("storageClass") != Some("static");
    let mut several = false;
    if let (true, Some(class)) = (method, class) {
        let class = w.mention(class);
        let constant = signature(node).1.trim_start().starts_with("const");
        let ty = Ty::Named(class);
        let ty = match (object_as_value, constant) {
            (true, _) => ty,
            (false, true) => Ty::Reference(Ty::Const(ty.into()).into()),
            (false, false) => Ty::Reference(ty.into()),
        };
        let object = w.whole.names.fresh(OBJECT);
        declare(w, &ty, &object, &whole, &whole);
        several = true;
    } else if method {
        return w.refuse(node, "a member function whose class is not known");
    }
    arguments(w, node, several)?;
    w.put(")", &whole);
    let body = node.inner.iter().find(|part| &*part.kind == "CompoundStmt");
    match body {
        None if constructs => return w.refuse(node, "a constructor without a body"),
        None => w.put(";", &whole),
        Some(body) if constructs => {
            w.put("{", &whole);
            members(w, node)?;
            statement(w, body)?;
            w.put("}", &whole);
        }
        Some(body) => statement(w, body)?,
    }
    Ok(())
}

/// The parameters of a function.
fn arguments(w: &mut Writer<'_, '_>, node: &Node, several: bool) -> Written {
    for (n, parameter) in parameters(node).enumerate() {
        let place = w.place(parameter);
        let at = w.whole.place_of_name(parameter).unwrap_or_else(|| place.clone());
        if n > 0 || several {
            w.put(",", &place);
        }
        let ty = w.ty(parameter, "type")?;
        match parameter.name() {
            "" => w.put(&ty.declare(""), &place),
            name => declare(w, &ty, name, &at, &place),
        }
    }
    Ok(())
}

/// The parts of the type of a function: what it returns, and what follows its parameters.
fn signature(node: &Node) -> (&str, &str) {
    let text = node.types("type").map_or("", |(written, _)| written);
    let mut open = 0usize;
    let mut close = text.len();
    for (n, c) in text.char_indices().rev() {
        match c {
            ')' => {
                if open == 0 {
                    close = n;
                }
                open += 1;
            }
            '(' => {
                open = open.saturating_sub(1);
                if open == 0 {
                    return (&text[..n], &text[(close + 1).min(text.len())..]);
                }
            }
            _ => {}
        }
    }
    (text, "")
}

fn returned(w: &mut Writer<'_, '_>, node: &Node) -> Result<Ty, Refused> {
    let (before, after) = signature(node);
    let text = match after.split_once("->") {
        Some((_, trailing)) => trailing.trim(),
        None => before.trim(),
    };
    let text = text.to_string();
    w.read_type(node, &text)
}

/// What a kernel says of the blocks that it is launched with.
fn launch_bounds(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let said = node.inner.iter().find(|part| &*part.kind == "CUDALaunchBoundsAttr");
    if let Some(threads) = said.and_then(|said| said.inner.first()) {
        w.put("__launch_bounds__(", at);
        expression(w, threads)?;
        w.put(")", at);
    }
    Ok(())
}

/// What a constructor gives the members, as assignments.
fn members(w: &mut Writer<'_, '_>, node: &Node) -> Written {
    let object = w.whole.names.fresh(OBJECT);
    for given in node.inner.iter().filter(|part| &*part.kind == "CXXCtorInitializer") {
        let Some(value) = given.inner.last() else {
            return w.refuse(node, "a member that a constructor gives nothing");
        };
        let at = w.place(value);
        let Some(name) = given.text_of("anyInit", "name").filter(|name| !name.is_empty()) else {
            // A base class without members of its own to make.
            let nothing = &*value.kind == "CXXConstructExpr"
                && matches!(constructor(w, value)?, Made::Nothing);
            if nothing {
                continue;
            }
            return w.refuse(value, "the constructor of a base class");
        };
        let field = given.refers("anyInit").and_then(|id| w.whole.tree.decl(id));
        let ty = match field {
            Some(field) => w.ty(field.node, "type")?,
            None => return w.refuse(value, "a member that is not known"),
        };
        if matches!(ty.plain(), Ty::Reference(_) | Ty::Array(..)) {
            return w.refuse(value, "a reference or an array that a constructor makes");
        }
        let nothing =
            &*value.kind == "CXXConstructExpr" && matches!(constructor(w, value)?, Made::Nothing);
        if nothing {
            continue;
        }
        let mut value = value;
        if &*value.kind == "CXXDefaultInitExpr" {
            let said = field.and_then(|f| f.node.inner.iter().find(|p| !p.kind.ends_with("Attr")));
            match said {
                Some(said) => value = said,
                None => return w.refuse(value, "the value that a class says of a member"),
            }
        }
        w.put_name(&object, &at);
        w.put(".", &at);
        w.put_name(name, &at);
        w.put("=", &at);
        match (&*value.kind, ty.plain()) {
            ("InitListExpr", Ty::Named(class)) => {
                let class = class.clone();
                w.put(&class, &at);
                list(w, value, &at)?;
            }
            _ => expression(w, value)?,
        }
        w.put(";", &at);
    }
    Ok(())
}

/// A function that gives a new object which a constructor has made.
fn maker(w: &mut Writer<'_, '_>, decl: &Decl<'_>, node: &Node, id: u64) -> Written {
    let at = w.place(node);
    let Some(class) = decl.class else { return w.refuse(node, "a constructor without a class") };
    let class = w.mention(class);
    let constructor = w.mention(id);
    let (name, object) = (made_by(w, id), w.whole.names.fresh(OBJECT));
    w.put(&format!("__device__ {class}"), &at);
    w.put_name(&name, &at);
    w.put("(", &at);
    arguments(w, node, false)?;
    w.put(&format!(") {{ {class} {object}; {constructor}({object}"), &at);
    for parameter in parameters(node) {
        w.put(",", &at);
        match parameter.name() {
            "" => return w.refuse(node, "a parameter without a name"),
            name => w.put_name(name, &at),
        }
    }
    w.put(&format!("); return {object}; }}"), &at);
    Ok(())
}

fn class(w: &mut Writer<'_, '_>, node: &Node, id: u64) -> Written {
    let at = w.whole.place_of_name(node).unwrap_or_else(|| w.place(node));
    let virtual_ = |part: &&Node| part.is("virtual") || &*part.kind == "PackedAttr";
    if let Some(part) = node.inner.iter().find(virtual_) {
        return w.refuse(part, "a class with virtual functions, or without padding");
    }
    let own_destructor = |part: &&Node| {
        &*part.kind == "CXXDestructorDecl"
            && !part.is("isImplicit")
            && !part.has("explicitlyDefaulted")
    };
    if let Some(part) = node.inner.iter().find(own_destructor) {
        return w.refuse(part, "a destructor");
    }
    w.put(node.text("tagUsed").filter(|tag| *tag != "class").unwrap_or("struct"), &at);
    for aligned in node.inner.iter().filter(|part| &*part.kind == "AlignedAttr") {
        let bytes = aligned.inner.first().and_then(|value| value.text("value"));
        match bytes.filter(|n| n.bytes().all(|b| b.is_ascii_digit())) {
            Some(n) => w.put(&format!("__align__({n})"), &at),
            None => return w.refuse(node, "a class that is aligned"),
        }
    }
    let name = w.whole.names.of(id);
    w.put_name(&name, &at);
    w.put("{", &at);
    let mut names = BTreeSet::new();
    fields(w, node, &mut names, 0)?;
    w.put("};", &at);
    w.locals.clear();
    Ok(())
}

/// The data members of a class, those of its bases first.
fn fields(
    w: &mut Writer<'_, '_>,
    node: &Node,
    names: &mut BTreeSet<String>,
    depth: usize,
) -> Written {
    if depth > 16 {
        return w.refuse(node, "bases of bases");
    }
    for base in node.texts("bases") {
        let tree = w.whole.tree;
        let Some(Some(id)) = tree.types.get(&base) else {
            return w.refuse(node, format!("the base class `{base}`"));
        };
        let Some(decl) = tree.decls.get(id) else { return w.refuse(node, "a base class") };
        fields(w, decl.node, names, depth + 1)?;
    }
    for field in &node.inner {
        match &*field.kind {
            "FieldDecl" => {}
            "IndirectFieldDecl" => return w.refuse(field, "members of members without a name"),
            _ => continue,
        }
        if let Some(wrong) = w.whole.error_in(field) {
            return Err(wrong);
        }
        let at = w.whole.place_of_name(field).unwrap_or_else(|| w.place(field));
        if field.name().is_empty() || !names.insert(field.name().to_string()) {
            return w.refuse(field, "members of one name, or of none");
        }
        let width = field.inner.first().and_then(|value| value.text("value"));
        if field.is("isBitfield") && width.is_none()
            || field.inner.iter().any(|part| &*part.kind == "AlignedAttr")
        {
            return w.refuse(
                field,
                "a bit-field of a width that is not known, or a member that is aligned",
            );
        }
        let ty = w.ty(field, "type")?;
        declare(w, &ty, field.name(), &at, &at);
        if let Some(width) = width.filter(|_| field.is("isBitfield")) {
            w.put(&format!(": {width}"), &at);
        }
        w.put(";", &at);
    }
    Ok(())
}

fn enumeration(w: &mut Writer<'_, '_>, node: &Node, id: u64) -> Written {
    let at = w.whole.place_of_name(node).unwrap_or_else(|| w.place(node));
    w.put("enum", &at);
    let name = w.whole.names.of(id);
    w.put_name(&name, &at);
    if node.has("fixedUnderlyingType") {
        let ty = w.ty(node, "fixedUnderlyingType")?;
        w.put(&format!(": {}", ty.declare("")), &at);
    } else if node.has("scopedEnumTag") {
        w.put(": int", &at);
    }
    w.put("{", &at);
    for part in node.inner.iter().filter(|part| &*part.kind == "EnumConstantDecl") {
        let at = w.whole.place_of_name(part).unwrap_or_else(|| w.place(part));
        let name = w.whole.names.of(part.id);
        w.put_name(&name, &at);
        if let Some(value) = part.inner.first().and_then(known_value) {
            w.put(&format!("= {value}"), &at);
        } else if part.inner.iter().any(|value| !value.kind.ends_with("Attr")) {
            return w.refuse(part, "the value of an enumerator");
        }
        w.put(",", &at);
    }
    w.put("};", &at);
    Ok(())
}

/// The number that clang has found a constant to be.
fn known_value(node: &Node) -> Option<&str> {
    match &*node.kind {
        "ConstantExpr" => node.text("value"),
        "ImplicitCastExpr" => known_value(node.inner.first()?),
        _ => None,
    }
}

fn outer_variable(w: &mut Writer<'_, '_>, decl: &Decl<'_>, id: u64) -> Written {
    if decl.class.is_some() {
        return w.refuse(decl.node, "a static member of a class");
    }
    if w.whole.names.of(id) != decl.node.name() {
        return w.refuse(decl.node, "a variable of another name");
    }
    variable(w, decl.node)?;
    // What it is called itself hides nothing.
    w.locals.clear();
    Ok(())
}
