//! Output: colour, pipes, schemas.

use tests::{example, jaminan};

#[test]
fn there_is_no_colour_where_there_is_no_terminal() {
    for arguments in [
        vec!["judge", "no/such/file.jam"],
        vec!["explore", &example("s_b.jam")],
        vec!["run", &example("s_b.jam"), "--thread", "0"],
    ] {
        let reply = jaminan(&arguments);
        assert!(!reply.out.contains('\u{1b}') && !reply.err.contains('\u{1b}'), "{reply:?}");
    }
}

#[test]
fn every_command_has_a_schema_and_an_example_in_its_help() {
    let schemas = jaminan(&["schema"]).json();
    let names: Vec<String> =
        schemas.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let help = jaminan(&[&name, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains(&format!("jaminan {name} ")), "no example: {}", help.out);
    }
}
