//! Statements.

use super::scope::Sort;
use super::{Parsed, Parser};
use crate::area::Area;
use crate::syntax::{Expr, ExprKind, Init, Place, Specifiers, Stmt, StmtKind, Type, Variable};
use crate::token::{Kind, Token, closing};
use semantics::{Name, Number, Span};

/// A range of labels has at most so many.
const MOST_LABELS: usize = 64;

impl Parser {
    /// `{…}`, in a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.scopes.open();
        let block = self.statements();
        self.scopes.close();
        block
    }

    fn statements(&mut self) -> Parsed<Vec<Stmt>> {
        let start = self.span();
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.eat("}") {
            if self.peek().is_none() {
                return Err(semantics::Diagnostic::at(start, "a block that is not closed"));
            }
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    /// One statement.
    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        self.nested(|p| {
            let start = p.span();
            let kind = p.statement_kind()?;
            Ok(Stmt { kind, span: p.since(&start) })
        })
    }

    fn boxed(&mut self) -> Parsed<Box<Stmt>> {
        // A single statement after `if` or `for` is a scope too.
        self.scopes.open();
        let statement = self.statement();
        self.scopes.close();
        statement.map(Box::new)
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let e = self.expression()?;
        self.expect(")")?;
        Ok(e)
    }

    /// `(condition)`, and what it decides. A declaration in it is in scope there, as if both were in
    /// a block. [C++17, 9.4]
    fn conditional(
        &mut self,
        rest: impl FnOnce(&mut Self, Expr) -> Parsed<StmtKind>,
    ) -> Parsed<StmtKind> {
        self.scopes.open();
        let made = self.conditional_in_scope(rest);
        self.scopes.close();
        made
    }

    fn conditional_in_scope(
        &mut self,
        rest: impl FnOnce(&mut Self, Expr) -> Parsed<StmtKind>,
    ) -> Parsed<StmtKind> {
        let start = self.span();
        self.expect("(")?;
        let mut before = Vec::new();
        let mut condition = None;
        let begin = self.span();
        if self.condition_declares() {
            let specified = self.specifiers()?;
            let first = self.declarator(true)?;
            let (variables, ended) =
                self.declared(specified.specifiers, &specified.ty, first, &[";", ")"])?;
            if ended == ")" {
                let [variable] = variables.as_slice() else {
                    return Err(self.error("a condition declares one variable"));
                };
                let name = ExprKind::Name(variable.name.clone());
                condition = Some(self.make(name, &variable.span.0.clone())?);
            }
            before.push(Stmt { kind: StmtKind::Declare(variables), span: self.since(&begin) });
        } else {
            let e = self.expression()?;
            if self.eat(";") {
                before.push(Stmt { kind: StmtKind::Expr(e), span: self.since(&begin) });
            } else {
                self.expect(")")?;
                condition = Some(e);
            }
        }
        let condition = match condition {
            Some(condition) => condition,
            None => {
                let e = self.expression()?;
                self.expect(")")?;
                e
            }
        };
        let kind = rest(self, condition)?;
        if before.is_empty() {
            return Ok(kind);
        }
        before.push(Stmt { kind, span: self.since(&start) });
        Ok(StmtKind::Block(before))
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        if self.is("{") {
            return Ok(StmtKind::Block(self.block()?));
        }
        if self.eat(";") {
            return Ok(StmtKind::Empty);
        }
        if self.is("[") && self.is_at(1, "[") {
            self.skip_balanced()?;
            return self.statement_kind();
        }
        if self.is_word("__attribute__") && self.is_attribute_of_statement() {
            self.skip_attribute()?;
            return self.statement_kind();
        }
        let word = self.word().to_string();
        match word.as_str() {
            "if" => {
                self.at += 1;
                self.eat_word("constexpr");
                return self.conditional(|p, condition| {
                    let yes = p.boxed()?;
                    let no = if p.eat_word("else") { Some(p.boxed()?) } else { None };
                    Ok(StmtKind::If(condition, yes, no))
                });
            }
            "for" => {
                self.at += 1;
                self.scopes.open();
                let made = self.for_loop();
                self.scopes.close();
                return made;
            }
            "while" => return self.while_loop(),
            "do" => return self.do_loop(),
            "switch" => {
                self.at += 1;
                return self.conditional(|p, value| Ok(StmtKind::Switch(value, p.boxed()?)));
            }
            "case" | "default" => {
                self.at += 1;
                let value = if word == "case" { Some(self.assignment()?) } else { None };
                if let Some(first) = &value
                    && self.eat("...")
                {
                    let first = first.clone();
                    return self.case_range(first);
                }
                self.expect(":")?;
                return Ok(StmtKind::Case(value, Box::new(self.statement()?)));
            }
            "return" => {
                self.at += 1;
                let value = match () {
                    () if self.is(";") => None,
                    () if self.is("{") => Some(self.returned_list()?),
                    () => Some(self.expression()?),
                };
                self.expect(";")?;
                return Ok(StmtKind::Return(value));
            }
            "break" | "continue" => {
                self.at += 1;
                self.expect(";")?;
                return Ok(if word == "break" { StmtKind::Break } else { StmtKind::Continue });
            }
            "goto" => {
                self.at += 1;
                let (name, _) = self.identifier()?;
                self.expect(";")?;
                return Ok(StmtKind::Goto(name));
            }
            "asm" | "__asm__" | "__asm" => return self.assembly(),
            "static_assert" => {
                self.skip_attribute()?;
                self.expect(";")?;
                return Ok(StmtKind::Empty);
            }
            "using" => {
                return Ok(match self.using()? {
                    true => StmtKind::Other(
                        Area::Statement,
                        "a using-declaration of a name that is hidden here",
                    ),
                    false => StmtKind::Empty,
                });
            }
            // Another name for a namespace.
            "namespace" if self.is_at(2, "=") => {
                self.namespace()?;
                return Ok(StmtKind::Empty);
            }
            "else" => return Err(self.error("`else` without `if`")),
            _ => {}
        }
        if self.is_at(1, ":") && !super::is_reserved(&word) && !word.is_empty() {
            let (name, _) = self.identifier()?;
            self.at += 1;
            return Ok(StmtKind::Label(name, Box::new(self.statement()?)));
        }
        if self.is_macro_of_loop() {
            let start = self.span();
            let (name, _) = self.identifier()?;
            let before = Stmt { kind: StmtKind::Macro(name), span: self.since(&start) };
            return Ok(StmtKind::Block(vec![before, self.statement()?]));
        }
        if self.bodies > 0 && self.binds() {
            return self.binding();
        }
        if self.declaration_begins() {
            return self.declaration();
        }
        let e = self.expression()?;
        self.expect(";")?;
        Ok(StmtKind::Expr(e))
    }

    /// Whether a loop or a block follows the attribute at hand, which says nothing of what it does:
    /// `__attribute__((opencl_unroll_hint(4))) for (…)`.
    fn is_attribute_of_statement(&self) -> bool {
        let past = closing(&self.tokens, self.at + 1) + 1 - self.at;
        let word = self.peek_at(past).and_then(Token::name);
        let begins = word.is_some_and(|word| matches!(word.as_str(), "for" | "while" | "do"));
        self.is_at(1, "(") && (begins || self.is_at(past, "{") || self.is_at(past, ";"))
    }

    /// `case a ... b:` of GNU C, from the `...` on: a label for each number.
    fn case_range(&mut self, first: Expr) -> Parsed<StmtKind> {
        let start = first.span.0.clone();
        let last = self.assignment()?;
        self.expect(":")?;
        let statement = self.statement()?;
        let (ExprKind::Int(from, ty), ExprKind::Int(to, _)) = (first.kind, last.kind) else {
            return self.unread_labels("a range of labels that are no literals", statement, &start);
        };
        let mut labels: Vec<Number> = Vec::new();
        let mut n = from;
        while n <= to {
            if labels.len() == MOST_LABELS {
                return self.unread_labels("a range of so many labels", statement, &start);
            }
            labels.push(n.clone());
            n += 1;
        }
        let span = self.since(&start);
        let mut made = statement;
        for label in labels.into_iter().rev() {
            let label = self.make(ExprKind::Int(label, ty), &start)?;
            let kind = StmtKind::Case(Some(label), Box::new(made));
            made = Stmt { kind, span: span.clone() };
        }
        Ok(made.kind)
    }

    fn unread_labels(&self, what: &'static str, body: Stmt, start: &Span) -> Parsed<StmtKind> {
        let label = self.make(ExprKind::Other(what), start)?;
        Ok(StmtKind::Case(Some(label), Box::new(body)))
    }

    /// Whether a name that nothing declares stands before a loop.
    fn is_macro_of_loop(&self) -> bool {
        let next = self.peek_at(1).and_then(Token::name);
        next.is_some_and(|next| matches!(next.as_str(), "for" | "while" | "do"))
            && !super::is_reserved(self.word())
            && self.peek().and_then(Token::name).is_some_and(|name| !self.scopes.is_known(name))
    }

    /// Whether `auto [x, …] = e;` begins here, or `auto &[x, …] = e;`
    fn binds(&self) -> bool {
        let is_const = usize::from(self.is_word("const"));
        let word = self.peek_at(is_const).and_then(Token::name);
        let n = is_const + usize::from(["&", "&&"].iter().any(|p| self.is_at(is_const + 1, p)));
        word.is_some_and(|word| word.as_str() == "auto") && self.is_at(n + 1, "[")
    }

    /// `auto [x, …] = e;`: a variable without a name, and one for each of its parts, which nothing else can reach. New
    /// names of what is there already are not read. [C++17, 11.5]
    fn binding(&mut self) -> Parsed<StmtKind> {
        let start = self.span();
        self.eat_word("const");
        self.at += 1;
        if !self.is("[") {
            while !self.is(";") && self.peek().is_some() {
                self.at += 1;
            }
            self.expect(";")?;
            return Ok(StmtKind::Other(Area::Statement, "new names of the parts of an object"));
        }
        self.at += 1;
        let mut names = vec![self.identifier()?];
        while self.eat(",") {
            names.push(self.identifier()?);
        }
        self.expect("]")?;
        self.expect("=")?;
        let of = self.assignment()?;
        self.expect(";")?;
        self.unnamed += 1;
        let whole = Name::from(format!("(parts {})", self.unnamed));
        let variable = |name: Name, init: Expr, span: Place| Variable {
            specifiers: Specifiers::default(),
            name,
            ty: Type::Auto,
            init: Some(Init::Expr(init)),
            span,
        };
        let mut made = vec![variable(whole.clone(), of, self.since(&start))];
        let count = names.len();
        for (n, (name, span)) in names.into_iter().enumerate() {
            self.scopes.declare(name.clone(), Sort::Value);
            let of = self.make(ExprKind::Name(whole.clone()), &start)?;
            let part = self.make(ExprKind::Bound(of.into(), n, count), &start)?;
            made.push(variable(name, part, Place(span)));
        }
        Ok(StmtKind::Declare(made))
    }

    /// `while (…) …`
    fn while_loop(&mut self) -> Parsed<StmtKind> {
        self.at += 1;
        if !self.is("(") || !self.condition_declares_at(1) {
            let condition = self.parenthesised()?;
            return Ok(StmtKind::While(condition, self.boxed()?));
        }
        // What it declares is declared anew in each iteration.
        self.skip_balanced()?;
        self.scopes.open();
        let body = self.boxed();
        self.scopes.close();
        match body {
            Ok(_) => {
                Ok(StmtKind::Other(Area::Statement, "a declaration in the condition of a loop"))
            }
            Err(_) => Err(self.error("a declaration in the condition of a loop is not supported")),
        }
    }

    /// `do … while (…);`
    fn do_loop(&mut self) -> Parsed<StmtKind> {
        self.at += 1;
        let body = self.boxed()?;
        if !self.eat_word("while") {
            return Err(self.unexpected("`while`"));
        }
        let condition = self.parenthesised()?;
        self.expect(";")?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    /// Whether a declaration stands here. A name that nothing declares begins one where no
    /// expression could go on as the tokens do: `T x`, `T *x =`.
    fn declaration_begins(&self) -> bool {
        self.declaration_begins_at(0)
    }

    /// Whether a declaration stands here in a condition, and not `int(x) < n`.
    pub(super) fn condition_declares(&self) -> bool {
        self.condition_declares_at(0)
    }

    fn condition_declares_at(&self, ahead: usize) -> bool {
        let called = |at: usize| self.is_at(at, "(") || self.is_at(at, "{");
        let past = self.qualified_at(ahead).map_or(ahead + 1, |(_, past)| past);
        if self.type_begins_at(ahead) {
            let closed =
                self.is_at(past, "<").then(|| self.past_balanced_angles_at(past)).flatten();
            return !called(closed.unwrap_or(past))
                && !self.calls_static_at(ahead)
                && !self.is_value_of_class_at(past);
        }
        // Of a name that nothing declares, `T x` only: `x * y` is a product.
        self.declaration_begins_at(ahead) && !self.is_at(past, "*") && !self.is_at(past, "&")
    }

    /// Whether `<…>::x` stands there, and behind it nothing that a condition declares: `C<T>::x || c`. A variable of a
    /// condition has a value. [C++17, 9.4]
    fn is_value_of_class_at(&self, ahead: usize) -> bool {
        let closed = self.is_at(ahead, "<").then(|| self.past_balanced_angles_at(ahead)).flatten();
        let Some(mut at) = closed.filter(|at| self.is_at(*at, "::")) else { return false };
        let is_name = |at: usize| self.peek_at(at).is_some_and(|t| t.name().is_some());
        while self.is_at(at, "::") && is_name(at + 1) {
            at += 2;
        }
        while ["*", "&", "&&"].iter().any(|p| self.is_at(at, p)) {
            at += 1;
        }
        !(is_name(at) && (self.is_at(at + 1, "=") || self.is_at(at + 1, "{")))
    }

    fn declaration_begins_at(&self, ahead: usize) -> bool {
        if self.type_begins_at(ahead) {
            return !self.calls_static_at(ahead)
                && !self.accesses_new_at(ahead)
                && !self.is_temporary_at(ahead);
        }
        let Some((name, past)) = self.qualified_at(ahead) else { return false };
        if self.scopes.find(&name).is_some() {
            return false;
        }
        let is_name = |at: usize| {
            self.peek_at(at)
                .and_then(crate::token::Token::name)
                .is_some_and(|n| !super::is_reserved(n.as_str()))
        };
        // `T<n> x =`, of a template that nothing declares.
        let past = match self.is_at(past, "<").then(|| self.past_balanced_angles_at(past)).flatten()
        {
            Some(closed) if is_name(closed) => {
                let after = self.past_extents_at(closed + 1);
                let (array, ends) = (after > closed + 1, ["=", ";", "(", "{"].iter());
                return ends.clone().any(|p| self.is_at(after, p))
                    || array && self.is_at(after, ",");
            }
            // `T<n> &x = e`
            Some(closed) => closed,
            _ => past,
        };
        if is_name(past) {
            return true;
        }
        let pointer = self.is_at(past, "*") || self.is_at(past, "&");
        let mut declared = past + 1;
        // `T *__restrict__ x` is no product.
        while self.is_pointer_word_at(declared) || declared > past + 1 && self.is_at(declared, "*")
        {
            declared += 1;
        }
        let ends = |at: usize| ["=", ";", ",", "[", ")"].iter().any(|p| self.is_at(at, p));
        pointer && is_name(declared) && (declared > past + 1 || ends(declared + 1))
    }

    /// Whether a temporary object stands here, and no declaration: `S();`, `S(1, 2);`, `S{};`. `S(x);` declares `x`.
    /// [C++17, 9.8]
    fn is_temporary_at(&self, ahead: usize) -> bool {
        let past = self.past_angles_at(ahead).or_else(|| Some(self.qualified_at(ahead)?.1));
        let Some(past) = past else { return false };
        if !self.is_at(past, "(") {
            return self.is_at(past, "{");
        }
        let begin = self.at + past;
        let end = closing(&self.tokens, begin).min(self.tokens.len());
        let after = |p: &&str| self.tokens.get(end + 1).is_some_and(|t| t.is(p));
        if end == begin + 1 || [".", "++", "--"].iter().any(after) {
            return true;
        }
        let mut at = begin + 1;
        while at < end {
            match &self.tokens[at].kind {
                Kind::Punct("(" | "[" | "{") => at = closing(&self.tokens, at),
                Kind::Number(_) | Kind::Char(_) | Kind::Str(_) => return true,
                Kind::Punct("," | "." | "->" | "+" | "-" | "/" | "%" | "!" | "~" | "?") => {
                    return true;
                }
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Past `[n][m]`, as far as brackets tell; where they stand, if nothing closes them.
    fn past_extents_at(&self, ahead: usize) -> usize {
        let (mut past, mut at, mut open) = (ahead, ahead, 0usize);
        while open > 0 || self.is_at(at, "[") {
            match self.peek_at(at).map(|t| &t.kind) {
                Some(Kind::Punct("[")) => open += 1,
                Some(Kind::Punct("]")) => open -= 1,
                Some(Kind::Punct(";" | "{" | "}")) | None => return past,
                _ => {}
            }
            at += 1;
            past = if open == 0 { at } else { past };
        }
        past
    }

    /// Whether `C<T>::f(` or `C<T>::f<n>(` stands there.
    fn calls_static_at(&self, ahead: usize) -> bool {
        let Some(at) = self.past_angles_at(ahead) else { return false };
        let angles = self.is_at(at + 2, "<").then(|| self.past_balanced_angles_at(at + 2));
        self.is_at(at, "::") && self.is_at(angles.flatten().unwrap_or(at + 2), "(")
    }

    /// Whether `T(e, …).` or `T{e, …}.` stands there: no declarator goes on so.
    fn accesses_new_at(&self, ahead: usize) -> bool {
        let past = match self.past_angles_at(ahead) {
            Some(past) => past,
            None => self.qualified_at(ahead).map_or(ahead + 1, |(_, past)| past),
        };
        if !self.is_at(past, "(") && !self.is_at(past, "{") {
            return false;
        }
        let (mut at, mut open) = (past, 0usize);
        loop {
            match self.peek_at(at).map(|t| &t.kind) {
                Some(Kind::Punct("(" | "[" | "{")) => open += 1,
                Some(Kind::Punct(")" | "]" | "}")) => open -= 1,
                Some(Kind::Punct(";")) | None => return false,
                _ => {}
            }
            at += 1;
            if open == 0 {
                return self.is_at(at, ".") || self.is_at(at, "->");
            }
        }
    }

    fn declaration(&mut self) -> Parsed<StmtKind> {
        let specified = self.specifiers()?;
        let variables = if self.eat(";") {
            Vec::new()
        } else {
            let first = self.declarator(true)?;
            self.variables(specified.specifiers, &specified.ty, first)?
        };
        if !specified.enumerators.is_empty() {
            return Ok(StmtKind::Enumeration(specified.enumerators, variables));
        }
        Ok(if variables.is_empty() { StmtKind::Empty } else { StmtKind::Declare(variables) })
    }

    /// After `for`.
    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.expect("(")?;
        if self.ranges() {
            if let Some(made) = self.loop_over_array(Self::boxed)? {
                return Ok(made);
            }
            self.at -= 1;
            self.skip_balanced()?;
            // The names of the header are unknown in the body.
            while !self.is("{") && !self.is(";") {
                match self.is("(") || self.is("[") {
                    true => self.skip_balanced()?,
                    false if self.peek().is_none() => return Err(self.unexpected("a statement")),
                    false => self.at += 1,
                }
            }
            match self.is("{") {
                true => self.skip_balanced()?,
                false => self.at += 1,
            }
            return Ok(StmtKind::Other(Area::Statement, "a loop over a range"));
        }
        let start = self.span();
        let init = if self.eat(";") {
            StmtKind::Empty
        } else if self.declaration_begins() {
            self.declaration()?
        } else {
            let e = self.expression()?;
            self.expect(";")?;
            StmtKind::Expr(e)
        };
        let init = Stmt { kind: init, span: Place(self.since(&start).0) };
        let condition = if self.is(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.is(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = self.boxed()?;
        Ok(StmtKind::For(Box::new(init), condition, step, body))
    }

    /// Whether `: e)` ends the header of this `for`.
    pub(super) fn ranges(&self) -> bool {
        let mut open = 0usize;
        let mut questions = 0usize;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Kind::Punct("(" | "[" | "{") => open += 1,
                Kind::Punct(")" | "]" | "}") if open == 0 => return false,
                Kind::Punct(")" | "]" | "}") => open -= 1,
                Kind::Punct(";") => return false,
                Kind::Punct("?") if open == 0 => questions += 1,
                Kind::Punct(":") if open == 0 && questions == 0 => return true,
                Kind::Punct(":") if open == 0 => questions -= 1,
                _ => {}
            }
        }
        false
    }
}
