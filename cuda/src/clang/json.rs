//! Clang's answer as a tree of nodes. It is read without recursion past a limit: what nests deeper is left out, and
//! so not understood by who asks for it.

/// How deep a tree may nest; each node of clang's is two levels.
const DEEPEST: usize = 1500;

/// The parts of a list of values for a longer array, and what the rest of it is filled with.
const FILLED: &str = "array_filler";

/// What says nothing that is asked for.
const LEFT_OUT: [&str; 7] =
    ["definitionData", "lookups", "col", "line", "tokLen", "includedFrom", "path"];

/// A value.
#[derive(Debug)]
pub(super) enum Json {
    /// Anything else, and what nests too deep.
    Nothing,
    True,
    /// Numbers keep their spelling.
    Text(Box<str>),
    List(Vec<Json>),
    Object(Vec<(Box<str>, Json)>),
}

/// A declaration, statement, expression or type, as clang has it.
#[derive(Debug)]
pub(super) struct Node {
    /// Its address in clang, by which others name it; 0 of what has none.
    pub id: u64,
    /// The name of its class in clang.
    pub kind: Box<str>,
    fields: Vec<(Box<str>, Json)>,
    /// What it is made of; a node of no kind stands for a part that it has not.
    pub inner: Vec<Node>,
}

impl Json {
    fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(k, _)| &**k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Node {
    fn of(json: Json) -> Node {
        let Json::Object(mut fields) = json else {
            return Node { id: 0, kind: "".into(), fields: Vec::new(), inner: Vec::new() };
        };
        let mut inner = Vec::new();
        let is_parts = |key: &str| key == "inner" || key == FILLED;
        if let Some(n) = fields.iter().position(|(key, _)| is_parts(key))
            && let (key, Json::List(parts)) = fields.swap_remove(n)
        {
            // What an array is filled with stands first.
            let skipped = usize::from(&*key == FILLED);
            inner = parts.into_iter().skip(skipped).map(Node::of).collect();
            if skipped == 1 {
                fields.push((FILLED.into(), Json::True));
            }
        }
        let mut node = Node { id: 0, kind: "".into(), fields, inner };
        node.id = node.text("id").map_or(0, address);
        node.kind = node.text("kind").unwrap_or_default().into();
        node
    }

    fn get(&self, key: &str) -> Option<&Json> {
        self.fields.iter().find(|(k, _)| &**k == key).map(|(_, v)| v)
    }

    /// A text, or a number.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.text()
    }

    /// A text of a part that is not a node.
    pub fn text_of(&self, part: &str, key: &str) -> Option<&str> {
        self.get(part)?.get(key)?.text()
    }

    /// Whether it is marked so.
    pub fn is(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Json::True))
    }

    /// Whether it has parts of this name.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Its name; empty where it has none.
    pub fn name(&self) -> &str {
        self.text("name").unwrap_or_default()
    }

    /// A node that is named by its address.
    pub fn refers(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Json::Text(text) => Some(address(text)),
            of => of.get("id")?.text().map(address),
        }
    }

    /// Its type as it is written, and without what only the outermost name of it stands for.
    pub fn types(&self, key: &str) -> Option<(&str, Option<&str>)> {
        let ty = self.get(key)?;
        Some((ty.get("qualType")?.text()?, ty.get("desugaredQualType").and_then(Json::text)))
    }

    /// The types of which a part has a list.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let Some(Json::List(all)) = self.get(key) else { return Vec::new() };
        let text = |of: &Json| {
            let ty = of.get("type")?;
            let text = ty.get("desugaredQualType").or_else(|| ty.get("qualType"))?.text()?;
            Some(text.to_string())
        };
        all.iter().map(|of| text(of).unwrap_or_default()).collect()
    }

    /// The byte of its name.
    pub fn at(&self) -> Option<usize> {
        self.get("loc")?.get("offset")?.text()?.parse().ok()
    }

    /// The bytes of its first and its last token.
    pub fn range(&self) -> Option<(usize, usize)> {
        let range = self.get("range")?;
        let at = |end: &str| range.get(end)?.get("offset")?.text()?.parse().ok();
        Some((at("begin")?, at("end")?))
    }
}

fn address(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0)
}

/// The tree of a text.
pub(super) fn read(text: &[u8]) -> Option<Node> {
    let mut reader = Reader { text, at: 0 };
    let tree = reader.value(0)?;
    Some(Node::of(tree))
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        match self.peek()? {
            b'{' | b'[' if depth > DEEPEST => {
                self.pass_over()?;
                Some(Json::Nothing)
            }
            b'{' => self.object(depth),
            b'[' => {
                self.at += 1;
                let mut parts = Vec::new();
                while self.peek()? != b']' {
                    parts.push(self.value(depth + 1)?);
                    let _ = self.eat(b',');
                }
                self.at += 1;
                Some(Json::List(parts))
            }
            b'"' => Some(Json::Text(self.string()?.into())),
            _ => {
                let start = self.at;
                let goes_on = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.');
                while self.text.get(self.at).is_some_and(goes_on) {
                    self.at += 1;
                }
                let word = std::str::from_utf8(self.text.get(start..self.at)?).ok()?;
                match word {
                    "" => None,
                    "true" => Some(Json::True),
                    "false" | "null" => Some(Json::Nothing),
                    number => Some(Json::Text(number.into())),
                }
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.at += 1;
        let mut fields = Vec::new();
        while self.peek()? != b'}' {
            let key = self.string()?;
            self.eat(b':')?;
            if LEFT_OUT.contains(&key.as_str()) {
                self.pass_over()?;
            } else {
                fields.push((key.into(), self.value(depth + 1)?));
            }
            let _ = self.eat(b',');
        }
        self.at += 1;
        Some(Json::Object(fields))
    }

    fn string(&mut self) -> Option<String> {
        self.eat(b'"')?;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            match byte {
                b'"' => return Some(String::from_utf8_lossy(&bytes).into_owned()),
                b'\\' => {
                    let escaped = *self.text.get(self.at)?;
                    self.at += 1;
                    match escaped {
                        b'n' => bytes.push(b'\n'),
                        b't' => bytes.push(b'\t'),
                        b'u' => {
                            // No name or type has one that matters.
                            self.at += 4;
                            bytes.push(b'?');
                        }
                        other => bytes.push(other),
                    }
                }
                other => bytes.push(other),
            }
        }
    }

    /// Goes to the end of a value.
    fn pass_over(&mut self) -> Option<()> {
        let mut open = 0usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    open += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    open = open.checked_sub(1)?;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            let ends = |b: u8| matches!(b, b',' | b'}' | b']');
            if open == 0 && self.peek().is_none_or(ends) {
                return Some(());
            }
        }
    }
}
