//! Specializations of kernel templates: `template <> __global__ void k<int>(…)` is what `k<int><<<…>>>` launches,
//! and the template is no kernel for `int`. The specialization has the name `k<int>` from then on. [C++17, 17.7.3]

use super::Launches;
use super::call::last_part;
use crate::resolve::special::specialized;
use crate::syntax::{Body, File, Function, Item, TemplateArgument};
use crate::typing::{self, Context};
use semantics::Name;

/// A specialization among the items of a file.
struct Special {
    item: usize,
    primary: Function,
    arguments: Vec<TemplateArgument>,
    title: Name,
}

/// Gives each specialization of a kernel its name, and its launches and uses; where it is not known whether a
/// launch is one, it may be launched in any way.
pub(crate) fn tell_apart(file: &mut File, context: &Context, host: &mut Launches) {
    let items = file.items.iter().enumerate();
    let found: Vec<Special> = items.filter_map(|(n, _)| special(file, context, n)).collect();
    for Special { item, primary, arguments, title } in found {
        let same = |given: &[TemplateArgument]| {
            typing::same_instance(context, &primary, given, &arguments)
        };
        let (of, name) = (last_part(&primary.name), last_part(&title));
        for launch in host.all.iter_mut().filter(|launch| launch.kernel == of) {
            let given = launch.arguments.as_ref();
            if given.is_some_and(|given| given.len() != primary.parameters.len()) {
                continue;
            }
            match same(&launch.template) {
                Some(true) => launch.kernel = name.clone(),
                Some(false) => {}
                None => drop(host.open.insert(name.clone())),
            }
        }
        if host.open.contains(&of) {
            host.open.insert(name);
        }
        file.instances.retain(|i| i.name != primary.name || same(&i.arguments) != Some(true));
        if let Item::Function(function) = &mut file.items[item] {
            function.name = title;
        }
    }
}

/// The specialization that an item is, where it is known of what and for which arguments.
fn special(file: &File, context: &Context, item: usize) -> Option<Special> {
    let Item::Function(function) = &file.items[item] else { return None };
    function.specializes.as_ref().filter(|_| function.specifiers.global)?;
    let primary = primary(file, function)?;
    let arguments = specialized(primary, function);
    let title = typing::title(context, primary, &arguments);
    let known = typing::same_instance(context, primary, &arguments, &arguments) == Some(true)
        && title != primary.name;
    known.then(|| Special { item, primary: primary.clone(), arguments, title })
}

/// The template of a specialization, where there is one alone that it can be of.
fn primary<'f>(file: &'f File, special: &Function) -> Option<&'f Function> {
    let templates = file.functions().filter(|f| f.template.is_some() && f.specifiers.global);
    let fits =
        |f: &&Function| f.name == special.name && f.parameters.len() == special.parameters.len();
    let all: Vec<&Function> = templates.filter(fits).collect();
    let mut defined = all.iter().filter(|f| f.body != Body::None);
    match (defined.next(), defined.next(), all.as_slice()) {
        (Some(only), None, _) | (None, _, [only]) => Some(only),
        _ => None,
    }
}
