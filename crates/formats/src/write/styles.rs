//! The styles of a written document: a typescript that editors expect, in a serif of twelve points with indented
//! paragraphs and room between the lines.

/// The styles of WordprocessingML.
pub(super) fn styles(language: &str) -> String {
    let mut headings = String::new();
    for (level, size) in (1..=6).zip([36, 32, 28, 26, 24, 24]) {
        let outline = level - 1;
        // A chapter begins on a page of its own.
        let page = if level == 1 { "<w:pageBreakBefore/>" } else { "" };
        headings.push_str(&format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"Heading{level}\"><w:name w:val=\"heading {level}\"/>\
             <w:basedOn w:val=\"Normal\"/><w:next w:val=\"BodyText\"/><w:qFormat/><w:pPr><w:keepNext/>{page}\
             <w:spacing w:before=\"480\" w:after=\"240\"/><w:outlineLvl w:val=\"{outline}\"/></w:pPr><w:rPr><w:b/>\
             <w:sz w:val=\"{size}\"/></w:rPr></w:style>"
        ));
    }
    format!(
        "{HEAD}<w:rPrDefault><w:rPr><w:rFonts w:ascii=\"Times New Roman\" w:hAnsi=\"Times New Roman\" \
         w:cs=\"Times New Roman\"/><w:sz w:val=\"24\"/><w:szCs w:val=\"24\"/><w:lang w:val=\"{language}\"/></w:rPr>\
         </w:rPrDefault></w:docDefaults>{BODY}{headings}</w:styles>"
    )
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:styles \
    xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:docDefaults>";

const BODY: &str = "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/>\
    <w:qFormat/><w:pPr><w:spacing w:line=\"360\" w:lineRule=\"auto\"/></w:pPr></w:style>\
    <w:style w:type=\"character\" w:default=\"1\" w:styleId=\"DefaultParagraphFont\">\
    <w:name w:val=\"Default Paragraph Font\"/></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"BodyText\"><w:name w:val=\"Body Text\"/><w:basedOn w:val=\"Normal\"/>\
    <w:qFormat/><w:pPr><w:ind w:firstLine=\"454\"/></w:pPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"FirstParagraph\"><w:name w:val=\"First Paragraph\"/>\
    <w:basedOn w:val=\"BodyText\"/><w:next w:val=\"BodyText\"/><w:pPr><w:ind w:firstLine=\"0\"/></w:pPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"Title\"><w:name w:val=\"Title\"/><w:basedOn w:val=\"Normal\"/><w:qFormat/>\
    <w:pPr><w:spacing w:before=\"4000\" w:after=\"240\"/><w:jc w:val=\"center\"/></w:pPr><w:rPr><w:sz w:val=\"56\"/></w:rPr>\
    </w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"Subtitle\"><w:name w:val=\"Subtitle\"/><w:basedOn w:val=\"Normal\"/>\
    <w:qFormat/><w:pPr><w:jc w:val=\"center\"/></w:pPr><w:rPr><w:sz w:val=\"28\"/></w:rPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"SceneBreak\"><w:name w:val=\"Scene Break\"/><w:basedOn w:val=\"Normal\"/>\
    <w:next w:val=\"FirstParagraph\"/><w:pPr><w:spacing w:before=\"240\" w:after=\"240\"/><w:jc w:val=\"center\"/></w:pPr>\
    </w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"Quote\"><w:name w:val=\"Quote\"/><w:basedOn w:val=\"Normal\"/><w:qFormat/>\
    <w:pPr><w:ind w:left=\"567\" w:right=\"567\"/></w:pPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"ListParagraph\"><w:name w:val=\"List Paragraph\"/>\
    <w:basedOn w:val=\"Normal\"/></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"Preformatted\"><w:name w:val=\"HTML Preformatted\"/>\
    <w:basedOn w:val=\"Normal\"/><w:rPr><w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\" w:cs=\"Courier New\"/>\
    <w:sz w:val=\"20\"/></w:rPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"FootnoteText\"><w:name w:val=\"footnote text\"/>\
    <w:basedOn w:val=\"Normal\"/><w:pPr><w:spacing w:line=\"240\" w:lineRule=\"auto\"/></w:pPr><w:rPr><w:sz w:val=\"20\"/>\
    </w:rPr></w:style>\
    <w:style w:type=\"character\" w:styleId=\"FootnoteReference\"><w:name w:val=\"footnote reference\"/><w:rPr>\
    <w:vertAlign w:val=\"superscript\"/></w:rPr></w:style>\
    <w:style w:type=\"paragraph\" w:styleId=\"CommentText\"><w:name w:val=\"annotation text\"/>\
    <w:basedOn w:val=\"Normal\"/><w:pPr><w:spacing w:line=\"240\" w:lineRule=\"auto\"/></w:pPr><w:rPr><w:sz w:val=\"20\"/>\
    </w:rPr></w:style>\
    <w:style w:type=\"character\" w:styleId=\"CommentReference\"><w:name w:val=\"annotation reference\"/><w:rPr>\
    <w:sz w:val=\"16\"/></w:rPr></w:style>\
    <w:style w:type=\"table\" w:default=\"1\" w:styleId=\"TableNormal\"><w:name w:val=\"Normal Table\"/></w:style>";
