//! Atomic additions give each thread another number: see [`Ticket`].
//!
//! It is taken for granted of every execution up to its first race, so it rules out no first race: a plain write
//! that came between two additions would race with one of them. Two `var`s are compared where they are one binder of
//! the program, in one part of it: then both threads came by between the same two barriers. Different binders are
//! compared only where nothing but additions ever changes the array.

use super::expression::Unbound;
use super::pair::Pair;
use super::word::Word;
use crate::solver::Term;
use semantics::header::Ticket;
use semantics::{Name, Rel, Sharing};

/// That no two tickets of the two threads are the same.
///
/// # Errors
/// An index that mentions a name without a value.
pub fn apart(pair: &mut Pair<'_>, choices: &[Vec<(Name, Word)>; 2]) -> Result<Vec<Term>, Unbound> {
    let tickets = &pair.encoder.header.tickets;
    let [a, b] = choices.each_ref().map(|own| {
        let held = own.iter().filter_map(|(x, word)| Some((x, word, tickets.get(x)?)));
        held.collect::<Vec<_>>()
    });
    let mut facts = Vec::new();
    for (x, found, ticket) in &a {
        for (y, other, others) in &b {
            let comparable = x == y || ticket.alone && others.alone;
            if ticket.array == others.array && comparable {
                facts.push(differ(pair, [(found, ticket), (other, others)])?);
            }
        }
    }
    Ok(facts)
}

/// That what two threads found in one element is as far apart as they added.
fn differ(pair: &mut Pair<'_>, [a, b]: [(&Word, &Ticket); 2]) -> Result<Term, Unbound> {
    let mut index = |n: usize, ticket: &Ticket| {
        let frame = &pair.frames[n];
        pair.encoder.expr(&ticket.index, frame, &mut Vec::new())
    };
    let (of_a, of_b) = (index(0, a.1)?, index(1, b.1)?);
    let elsewhere = pair.encoder.words.compare(Rel::Ne, &of_a, &of_b);
    let elsewhere = match pair.encoder.header.sharing(&a.1.array) {
        Sharing::Grid => elsewhere,
        // Each block has its own.
        Sharing::Block => {
            let apart = pair.different_blocks();
            pair.encoder.words.terms.or(elsewhere, apart)
        }
    };
    let words = &mut pair.encoder.words;
    let mut before = |(found, ticket): (&Word, &Ticket), other: &Word| {
        let amount = words.number(&ticket.amount);
        let next = words.add(found, &amount);
        words.compare(Rel::Le, &next, other)
    };
    let (mut first, mut second) = (before(a, b.0), before(b, a.0));
    if let Some(size) = a.1.wraps_at.as_ref().or(b.1.wraps_at.as_ref()) {
        // Nor is the end of the later one past the begin of the other, once around.
        let mut around = |(found, ticket): (&Word, &Ticket), other: &Word| {
            let amount = words.number(&ticket.amount);
            let (next, size) = (words.add(found, &amount), words.number(size));
            let begin = words.add(other, &size);
            words.compare(Rel::Le, &next, &begin)
        };
        let (of_b, of_a) = (around(b, a.0), around(a, b.0));
        first = words.terms.and(first, of_b);
        second = words.terms.and(second, of_a);
    }
    Ok(pair.encoder.words.terms.any(vec![elsewhere, first, second]))
}
