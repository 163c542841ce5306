//! `judge`

use serde_json::{Value, json};
use tests::{example, jaminan, jaminan_reading};

fn judge(file: &str) -> Value {
    let reply = jaminan(&["judge", &example(file), "--format", "json"]);
    assert_eq!(reply.code, Some(0));
    reply.json()
}

#[test]
fn the_four_classes_of_section_4_1() {
    let judged = |ci: bool, di: bool, control: &[&str], data: &[&str]| json!({"arrays": {"A": {"ci": ci, "di": di, "control": control, "data": data}}});
    assert_eq!(judge("s_a.jam"), judged(true, true, &[], &[]));
    assert_eq!(judge("s_b.jam"), judged(false, true, &["x"], &[]));
    assert_eq!(judge("s_c.jam"), judged(true, false, &[], &["x"]));
    assert_eq!(judge("s_d.jam"), judged(true, false, &[], &["x"]));
}

#[test]
fn people_see_the_class() {
    let class =
        |file: &str| jaminan(&["judge", &example(file)]).out.lines().next().map(str::to_owned);
    assert_eq!(class("s_a.jam").as_deref(), Some("A: CIDI"));
    assert_eq!(class("s_b.jam").as_deref(), Some("A: CDDI"));
}

#[test]
fn parameters_are_exact() {
    let reply = jaminan_reading(
        &["judge", "-", "--lang", "map", "--format", "json"],
        b"param n; if n < 3 { wr A[n] }; var x. rd B[x]",
    );
    let arrays = &reply.json()["arrays"];
    assert_eq!(arrays["A"], json!({"ci": true, "di": true, "control": [], "data": []}));
    assert_eq!(arrays["B"], json!({"ci": true, "di": false, "control": [], "data": ["x"]}));
}
