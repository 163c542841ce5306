//! What a class has of its bases. [C++17, 13]

use super::scope::Sort;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{CONSTRUCTOR, Item, Record, TemplateParameter, Type};
use semantics::Name;

/// The bases of a class.
pub(super) struct Bases {
    /// The members that the class has of them, in order: those of a base without functions, and the object of any other.
    pub fields: Vec<(Name, Type)>,
    /// How many of these are members of bases.
    pub inherited: usize,
    /// Those that are objects.
    pub objects: Vec<(Name, Type)>,
    /// Those that are looked into where a name is not found in the class.
    seen: Vec<Type>,
    /// Whether there are any.
    pub derived: bool,
    /// Whether they are all known.
    pub known: bool,
    /// Whether one hangs on the arguments of the template that the class is.
    pub dependent: bool,
}

impl Parser {
    /// `: public B, C<T>`, up to `{`. `template`: the parameters of the class, where it is a template.
    pub(super) fn bases(&mut self, template: &[TemplateParameter]) -> Parsed<Bases> {
        let mut bases = Bases {
            fields: Vec::new(),
            inherited: 0,
            objects: Vec::new(),
            seen: Vec::new(),
            derived: false,
            known: true,
            dependent: false,
        };
        if !self.eat(":") {
            return Ok(bases);
        }
        bases.derived = true;
        loop {
            while matches!(self.word(), "public" | "private" | "protected") {
                self.at += 1;
            }
            // Of a virtual one there is a single object, wherever that lies.
            let ty = if self.is_word("virtual") { None } else { self.type_name()? };
            match ty {
                Some(ty) if self.is(",") || self.is("{") => self.base(ty, template, &mut bases),
                _ => bases.known = false,
            }
            while !self.is(",") && !self.is("{") {
                match () {
                    () if self.peek().is_none() || self.is(";") => return Ok(bases),
                    () if self.is("<") => self.skip_angles()?,
                    () => self.at += 1,
                }
            }
            if !self.eat(",") {
                return Ok(bases);
            }
        }
    }

    fn base(&mut self, ty: Type, template: &[TemplateParameter], bases: &mut Bases) {
        let own = |name: &Name| template.iter().any(|p| p.name.as_ref() == Some(name));
        let (class, dependent) = match &ty {
            Type::Named(class) if !own(class) && !self.scopes.is_type_parameter(class) => {
                (class, false)
            }
            // In a function, it may hang on the arguments of that.
            Type::Instance(class, _) if self.bodies == 0 => {
                (class, super::qualified::is_made_of(&ty, &own))
            }
            _ => {
                bases.dependent = true;
                return bases.known = false;
            }
        };
        // What it has of its own bases, or as a specialization, is not looked into.
        let specializes = |r: &Record| r.specializes.as_ref().is_some_and(|(of, _)| of == class);
        let elsewhere = self.dependent.contains(class) || self.file.records.iter().any(specializes);
        bases.dependent |= dependent;
        if !dependent && elsewhere {
            return bases.known = false;
        }
        let is_template = matches!(ty, Type::Instance(..));
        let of_kind = |r: &&Record| r.name == *class && r.template.is_some() == is_template;
        let Some(record) = self.file.records.iter().find(of_kind).filter(|r| r.whole) else {
            return bases.known = false;
        };
        let has = |item: &Item| matches!(item, Item::Function(f) if f.name.is_within(class));
        // Nor is what makes it.
        let made = !self.file.ambiguous.contains(&class.member(CONSTRUCTOR));
        let plain = record.template.is_none() && record.bits.is_empty() && record.bases.is_empty();
        let plain = plain && made;
        match plain && !self.file.items.iter().any(has) {
            true => {
                bases.inherited += record.fields.len();
                bases.fields.extend(record.fields.iter().cloned());
            }
            // Its functions take an object of its own type.
            false => {
                let object = (Name::from(format!("(base {})", bases.objects.len())), ty.clone());
                bases.fields.push(object.clone());
                bases.objects.push(object);
            }
        }
        // A name is not looked for in a base that hangs on the arguments of a template. [C++17, 17.6.2]
        if !dependent {
            bases.seen.push(ty);
        }
    }

    /// Declares what a class has of its bases, in its scope.
    pub(super) fn declare_inherited(&mut self, bases: &Bases) {
        for base in &bases.seen {
            let (Type::Named(class) | Type::Instance(class, _)) = base else { continue };
            for (name, sort) in self.class_scopes.get(class).cloned().unwrap_or_default() {
                let sort = match (base, sort) {
                    (Type::Named(_), sort) | (_, sort @ Sort::Member) => sort,
                    (_, Sort::Static(_)) => Sort::Static(base.clone()),
                    // Its own name, which a template has outside, too.
                    (_, Sort::Type(_)) if name == *class => continue,
                    (_, Sort::Type(_)) => {
                        Sort::Type(Type::Member(base.clone().into(), name.clone()))
                    }
                    _ => continue,
                };
                self.scopes.declare(name, sort);
            }
        }
    }
}
