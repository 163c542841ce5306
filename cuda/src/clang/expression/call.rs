//! Calls: of functions, of members, of operators and of constructors, each of the one that clang has chosen.

use super::{expression, initializer, object, part};
use crate::clang::json::Node;
use crate::clang::types::Ty;
use crate::clang::writer::{Need, Refused, Writer, Written};
use crate::path::{self, Path};
use semantics::{Name, Span};

/// What a name of an enumerator or of a function is written as.
pub(in crate::clang) fn enumerator_or_function(
    w: &mut Writer<'_, '_>,
    node: &Node,
    id: u64,
) -> Result<String, Refused> {
    let tree = w.whole.tree;
    match tree.decl(id) {
        Some(decl) if &*decl.node.kind == "EnumConstantDecl" => {
            if let Some(of) = decl.class {
                w.mention(of);
            }
            Ok(w.whole.names.of(tree.first(id)))
        }
        Some(_) => Ok(w.mention(id)),
        // One of clang's own.
        None => {
            let name = node.text_of("referencedDecl", "name").unwrap_or_default();
            let name = crate::clang::text::as_it_was(name);
            match crate::vocabulary::is_of_cuda(&name) {
                true => Ok(name),
                false => w.refuse(node, format!("the function `{name}`")),
            }
        }
    }
}

/// The function that is called, by the node that names it.
fn callee(node: &Node) -> Option<&Node> {
    let mut of = node.inner.first()?;
    loop {
        match &*of.kind {
            "ImplicitCastExpr" | "ParenExpr" => of = of.inner.last()?,
            "DeclRefExpr" | "MemberExpr" => return Some(of),
            _ => return None,
        }
    }
}

/// Writes a call.
pub(in crate::clang) fn call(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let Some(callee) = callee(node) else { return w.refuse(node, "a call through a pointer") };
    let arguments = &node.inner[1..];
    if &*callee.kind == "MemberExpr" {
        return member_call(w, node, callee, arguments, at);
    }
    let id = callee.refers("referencedDecl").unwrap_or(0);
    let kind = callee.text_of("referencedDecl", "kind").unwrap_or_default();
    if !matches!(kind, "FunctionDecl" | "CXXMethodDecl") {
        return w.refuse(node, "a call through a pointer");
    }
    let tree = w.whole.tree;
    let decl = tree.decl(id);
    let own = decl.is_some_and(|decl| tree.is_own(decl.node));
    let name = callee.text_of("referencedDecl", "name").unwrap_or_default();
    // Another function may be better that clang has not understood.
    w.sure(node, name.strip_prefix("operator").map_or(name, |_| "operator"))?;
    if let Some(symbol) =
        name.strip_prefix("operator").filter(|_| &*node.kind == "CXXOperatorCallExpr")
    {
        let given = decl.is_some_and(|decl| {
            !decl.node.has("explicitlyDefaulted") && !decl.node.is("isImplicit")
        });
        if own && !given && symbol == "=" {
            let class = decl.and_then(|decl| decl.class).and_then(|id| tree.decl(id));
            if !class.is_some_and(|class| copies_plainly(w, class.node, 0)) {
                return w.refuse(node, "a copy of an object whose members say how they are copied");
            }
        }
        if !own || !given {
            return operator(w, node, symbol, arguments, at);
        }
        return call_of(w, node, id, arguments, kind == "CXXMethodDecl", at);
    }
    let explicit = callee.range().and_then(|(_, end)| tree.text.token(end));
    let explicit =
        explicit.and_then(|n| tree.text.tokens.get(n)).is_some_and(|t| t.is(">") || t.is(">>"));
    if let Some(decl) = decl.filter(|_| !own && explicit) {
        return instance_of_toolkit(w, decl.node, arguments, at);
    }
    if let Some(decl) = decl {
        // It stands for all overloads of the toolkit, which need not be there for these arguments.
        let stands_for = !own && tree.of_templates.contains_key(&tree.first(decl.node.id));
        // Nor is what they do known to be worse than a template of the file.
        let beside = own
            && tree.of_templates.contains_key(&tree.first(decl.node.id))
            && !Name::from(decl.printed.as_str()).is_qualified()
            && tree.toolkit_templates.contains(name);
        if stands_for && tree.may_be_own(name, arguments) || beside {
            return w.refuse(node, format!("`{name}`, of which the file has one of its own"));
        }
        return call_of(w, node, id, arguments, false, at);
    }
    let name = enumerator_or_function(w, callee, id)?;
    w.put_name(&name, at);
    all(w, arguments, None, at)
}

/// A call of a template of the toolkit whose arguments are written.
fn instance_of_toolkit(
    w: &mut Writer<'_, '_>,
    of: &Node,
    arguments: &[Node],
    at: &Span,
) -> Written {
    w.put_name(&crate::clang::text::as_it_was(of.name()), at);
    w.put("<", at);
    for (n, part) in of.inner.iter().filter(|part| &*part.kind == "TemplateArgument").enumerate() {
        if n > 0 {
            w.put(",", at);
        }
        match part.text("value") {
            Some(value) => w.put(value, at),
            None => {
                let ty = w.ty(part, "type")?;
                w.put(&ty.declare(""), at);
            }
        }
    }
    w.put(">", at);
    all(w, arguments, None, at)
}

/// An operator that is the language's, or the toolkit's.
fn operator(
    w: &mut Writer<'_, '_>,
    node: &Node,
    symbol: &str,
    arguments: &[Node],
    at: &Span,
) -> Written {
    match (symbol, arguments) {
        ("[]", [a, b]) => {
            expression(w, a)?;
            w.put("[", at);
            expression(w, b)?;
            w.put("]", at);
        }
        ("()", [a, rest @ ..]) => {
            expression(w, a)?;
            all(w, rest, None, at)?;
        }
        ("->", _) => return w.refuse(node, "the operator `->`"),
        (_, [a, b]) => {
            w.put("(", at);
            expression(w, a)?;
            w.put(symbol, at);
            expression(w, b)?;
            w.put(")", at);
        }
        (_, [a]) => {
            w.put("(", at);
            w.put(symbol, at);
            expression(w, a)?;
            w.put(")", at);
        }
        _ => return w.refuse(node, format!("the operator `{symbol}`")),
    }
    Ok(())
}

/// A call of a function of the file, or of the toolkit, by its address; of a member, its object is the first argument.
fn call_of(
    w: &mut Writer<'_, '_>,
    node: &Node,
    id: u64,
    arguments: &[Node],
    member: bool,
    at: &Span,
) -> Written {
    let tree = w.whole.tree;
    let Some(decl) = tree.decl(id) else {
        return w.refuse(node, "a function that nothing declares");
    };
    if decl.node.is("virtual") {
        return w.refuse(node, "a virtual function");
    }
    let of = decl.node;
    let name = w.mention(id);
    w.put_name(&name, at);
    // What a call leaves out is said where the function is declared.
    let parameters: Vec<&Node> = parameters(tree.with_body(id).unwrap_or(of)).collect();
    let declared: Vec<&Node> = self::parameters(of).collect();
    let defaults: Vec<&Node> = declared
        .iter()
        .zip(parameters.iter().chain(declared.iter()))
        .map(|(first, second)| if first.has("init") { *first } else { *second })
        .collect();
    let skipped = usize::from(member);
    let own = tree.is_own(of);
    if member && arguments.first().is_some_and(is_made_here) {
        // Its object is made for the call.
        w.out.pop();
        w.needs.remove(&Need::Decl(tree.first(id)));
        w.needs.insert(Need::ByValue(tree.first(id)));
        let name = by_value(w, tree.first(id));
        w.put_name(&name, at);
    }
    all(w, arguments, own.then_some((&defaults, skipped)), at)
}

/// The parameters of a function.
pub(in crate::clang) fn parameters(node: &Node) -> impl Iterator<Item = &Node> {
    node.inner.iter().filter(|part| &*part.kind == "ParmVarDecl")
}

/// The arguments of a call. Those that it leaves out are said by the parameters of a function of the file; the
/// toolkit's are left out here, too.
fn all(
    w: &mut Writer<'_, '_>,
    arguments: &[Node],
    defaults: Option<(&Vec<&Node>, usize)>,
    at: &Span,
) -> Written {
    w.put("(", at);
    let mut first = true;
    for (n, argument) in arguments.iter().enumerate() {
        let mut given = argument;
        if &*argument.kind == "CXXDefaultArgExpr" {
            let Some((parameters, skipped)) = defaults else { break };
            let default = n
                .checked_sub(skipped)
                .and_then(|n| parameters.get(n)?.inner.iter().find(|p| !p.kind.ends_with("Attr")));
            match default {
                Some(default) => given = default,
                None => return w.refuse(argument, "a default argument"),
            }
        }
        if !first {
            w.put(",", at);
        }
        first = false;
        initializer(w, given)?;
    }
    w.put(")", at);
    Ok(())
}

fn member_call(
    w: &mut Writer<'_, '_>,
    node: &Node,
    callee: &Node,
    arguments: &[Node],
    at: &Span,
) -> Written {
    let id = callee.refers("referencedMemberDecl").unwrap_or(0);
    let of = part(w, callee, usize::MAX)?;
    let arrow = callee.is("isArrow");
    let tree = w.whole.tree;
    w.sure(node, callee.name())?;
    let Some(decl) = tree.decl(id) else {
        return w.refuse(node, format!("the member `{}`", callee.name()));
    };
    if !tree.is_own(decl.node) && &*decl.node.kind == "CXXConversionDecl" {
        let ty = w.ty(node, "type")?;
        w.put(&format!("(({})", ty.plain().declare("")), at);
        object(w, of, arrow, at)?;
        w.put(")", at);
        return Ok(());
    }
    if !tree.is_own(decl.node) {
        object(w, of, arrow, at)?;
        w.put(".", at);
        w.put_name(callee.name(), at);
        return all(w, arguments, None, at);
    }
    if decl.node.is("virtual") {
        return w.refuse(node, "a virtual function");
    }
    if decl.node.text("storageClass") == Some("static") {
        return call_of(w, node, id, arguments, false, at);
    }
    if base_of_another(of) {
        return w.refuse(node, "a member function of a base class");
    }
    let name = match !arrow && is_made_here(of) {
        true => {
            w.needs.insert(Need::ByValue(tree.first(id)));
            by_value(w, tree.first(id))
        }
        false => w.mention(id),
    };
    w.put_name(&name, at);
    w.put("(", at);
    object(w, of, arrow, at)?;
    if !arguments.is_empty() {
        w.put(",", at);
    }
    let open = w.out.len();
    let defaults: Vec<&Node> = parameters(decl.node).collect();
    all(w, arguments, Some((&defaults, 0)), at)?;
    w.out.remove(open);
    Ok(())
}

/// Whether an object is made for the call.
fn is_made_here(node: &Node) -> bool {
    match &*node.kind {
        "MaterializeTemporaryExpr" => true,
        "ImplicitCastExpr" | "ParenExpr" => node.inner.last().is_some_and(is_made_here),
        _ => false,
    }
}

/// The name of a member function that is given its object as a value.
pub(in crate::clang) fn by_value(w: &Writer<'_, '_>, id: u64) -> String {
    w.whole.names.fresh(&format!("{}_by_value", w.whole.names.of(id)))
}

/// Whether an object is a part of another one, as its base class.
fn base_of_another(node: &Node) -> bool {
    let kind = node.text("castKind").unwrap_or_default();
    matches!(kind, "DerivedToBase" | "UncheckedDerivedToBase")
        || &*node.kind == "ImplicitCastExpr" && node.inner.last().is_some_and(base_of_another)
}

/// Whether a copy of an object is a copy of each of its members: none says how it is copied.
fn copies_plainly(w: &Writer<'_, '_>, class: &Node, depth: usize) -> bool {
    let tree = w.whole.tree;
    let of_type = |text: &str| {
        let Some(Ty::Named(name)) = Ty::read(text).map(|ty| element(ty).plain().clone()) else {
            return true;
        };
        match tree.types.get(&name).copied().flatten().and_then(|id| tree.decls.get(&id)) {
            Some(decl) if &*decl.node.kind == "EnumDecl" => true,
            Some(decl) => !tree.is_own(decl.node) || copies_plainly(w, decl.node, depth + 1),
            // One that is not found may be anything.
            None => false,
        }
    };
    let given = |part: &Node| !part.has("explicitlyDefaulted") && !part.is("isImplicit");
    let says = |part: &Node| match &*part.kind {
        "CXXMethodDecl" => part.name() == "operator=" && given(part),
        "CXXConstructorDecl" => given(part) && is_copy_of(part, "type", class.name()),
        "FieldDecl" => {
            let text = part.types("type").map(|(written, desugared)| desugared.unwrap_or(written));
            !text.is_some_and(of_type)
        }
        _ => false,
    };
    depth < 16 && !class.inner.iter().any(says) && class.texts("bases").iter().all(|b| of_type(b))
}

/// Whether a constructor copies or moves an object of this class.
fn is_copy_of(node: &Node, key: &str, class: &str) -> bool {
    let text = node.types(key).map(|(written, _)| written).unwrap_or_default();
    let Some(inner) = text.strip_prefix("void (").and_then(|text| text.rsplit_once(')')) else {
        return false;
    };
    match Ty::read(inner.0) {
        Some(Ty::Reference(of)) => match of.plain() {
            Ty::Named(name) => {
                let name = name.split('<').next().unwrap_or_default();
                path::last(name) == class
            }
            _ => false,
        },
        _ => false,
    }
}

/// What becomes of a constructor's call.
pub(in crate::clang) enum Made<'n> {
    /// Nothing is done.
    Nothing,
    /// It is the copy of the only argument.
    Copy,
    /// The toolkit's.
    Toolkit,
    /// The function of the file.
    Own(u64, &'n Node),
}

/// The constructor that an expression calls.
pub(in crate::clang) fn constructor<'n>(
    w: &mut Writer<'_, 'n>,
    node: &Node,
) -> Result<Made<'n>, Refused> {
    let ty = node.types("type").map(|(written, desugared)| desugared.unwrap_or(written));
    let Some(Ty::Named(class)) = ty.and_then(Ty::read).map(|ty| element(ty).plain().clone()) else {
        return w.refuse(node, "a class without a name");
    };
    let tree = w.whole.tree;
    let Some(Some(id)) = tree.types.get(&class) else {
        return w.refuse(node, format!("the class `{class}`"));
    };
    let Some(decl) = tree.decls.get(id) else { return w.refuse(node, "a class") };
    if !tree.is_own(decl.node) {
        return Ok(if node.inner.len() == 1 && is_copy(node) { Made::Copy } else { Made::Toolkit });
    }
    let last = class.split('<').next().unwrap_or_default();
    w.sure(node, path::last(last))?;
    let wanted = node.types("ctorType").map(|(written, _)| written);
    let own: Vec<&'n Node> = decl
        .node
        .inner
        .iter()
        .flat_map(|part| match &*part.kind {
            "FunctionTemplateDecl" => part.inner.iter().skip(1).collect::<Vec<_>>(),
            _ => vec![part],
        })
        .filter(|part| &*part.kind == "CXXConstructorDecl")
        .filter(|part| part.types("type").map(|(written, _)| written) == wanted)
        .collect();
    let chosen = match own.as_slice() {
        [only] => *only,
        [] if is_copy(node) && !copies_plainly(w, decl.node, 0) => {
            return w.refuse(node, "a copy of an object whose members say how they are copied");
        }
        // One that clang makes only where it is needed.
        [] if node.inner.is_empty() => return Ok(Made::Nothing),
        [] if is_copy(node) => return Ok(Made::Copy),
        _ => return w.refuse(node, "a constructor that is not found"),
    };
    let given = !chosen.has("explicitlyDefaulted") && !chosen.is("isImplicit");
    let members = chosen.inner.iter().any(|part| &*part.kind == "CXXCtorInitializer");
    match (given, node.inner.len()) {
        (true, _) => Ok(Made::Own(tree.first(chosen.id), chosen)),
        (false, 1) if is_copy(node) && !copies_plainly(w, decl.node, 0) => {
            w.refuse(node, "a copy of an object whose members say how they are copied")
        }
        (false, 1) if is_copy(node) => Ok(Made::Copy),
        (false, 0) if !members => Ok(Made::Nothing),
        _ => Ok(Made::Own(tree.first(chosen.id), chosen)),
    }
}

/// What an array has, or the type itself.
fn element(ty: Ty) -> Ty {
    match ty {
        Ty::Array(of, _) => element(*of),
        ty => ty,
    }
}

/// Whether what is given is an object of the class itself.
fn is_copy(node: &Node) -> bool {
    let ty = node.types("type").map(|(written, desugared)| desugared.unwrap_or(written));
    match ty.and_then(Ty::read).map(|ty| element(ty).plain().clone()) {
        Some(Ty::Named(class)) => {
            let class = class.split('<').next().unwrap_or_default();
            is_copy_of(node, "ctorType", path::last(class))
        }
        _ => false,
    }
}

/// Writes a value that a constructor makes.
pub(in crate::clang) fn construct(w: &mut Writer<'_, '_>, node: &Node, at: &Span) -> Written {
    let made = constructor(w, node)?;
    match made {
        Made::Copy => {
            // All of it is read.
            let ty = w.ty(node, "type")?;
            w.put(&format!("{}(", ty.plain().declare("")), at);
            expression(w, part(w, node, 0)?)?;
            w.put(")", at);
            Ok(())
        }
        Made::Nothing => {
            let ty = w.ty(node, "type")?;
            w.put(&format!("{}{{}}", ty.plain().declare("")), at);
            Ok(())
        }
        Made::Toolkit => {
            let ty = w.ty(node, "type")?;
            w.put(&ty.plain().declare(""), at);
            all(w, &node.inner, None, at)
        }
        Made::Own(id, of) => {
            w.needs.insert(Need::Made(id));
            let name = made_by(w, id);
            w.put_name(&name, at);
            let defaults: Vec<&Node> = parameters(of).collect();
            all(w, &node.inner, Some((&defaults, 0)), at)
        }
    }
}

/// The name of the function that makes a value by a constructor.
pub(in crate::clang) fn made_by(w: &Writer<'_, '_>, id: u64) -> String {
    w.whole.names.fresh(&format!("{}_made", w.whole.names.of(id)))
}

/// Writes the call of a constructor of the file for an object that is there.
pub(in crate::clang) fn construct_at(
    w: &mut Writer<'_, '_>,
    node: &Node,
    (id, of): (u64, &Node),
    object: &str,
    at: &Span,
) -> Written {
    let name = w.mention(id);
    w.put_name(&name, at);
    w.put("(", at);
    w.put_name(object, at);
    if !node.inner.is_empty() {
        w.put(",", at);
    }
    let open = w.out.len();
    let defaults: Vec<&Node> = parameters(of).collect();
    all(w, &node.inner, Some((&defaults, 0)), at)?;
    w.out.remove(open);
    w.put(";", at);
    Ok(())
}
