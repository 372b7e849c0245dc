//! The forward pass: tokens through six layers to one vector.

use pulp::Arch;

use crate::{
    functions::{gelu, normalize, softmax},
    matrix::{Layout, PANEL, Panel, Panels, Workspace, multiply},
    tokenizer::Tokenizer,
    weights::{Layer, Weights},
};

/// The numbers in a vector.
pub const DIMENSIONS: usize = 384;

/// What the model is called, with the version of its file: vectors of different names cannot be compared.
pub const NAME: &str = "minilm-l6-v2-int8-1";

pub(crate) const LAYERS: usize = 6;

/// The numbers between the two linear functions of a layer.
pub(crate) const INNER: usize = 1_536;

/// Parts of the attention, which each see 32 numbers of a token.
const HEADS: usize = DIMENSIONS / PANEL;

/// The numbers of a token that attention works with: its query, its key and its value.
const ATTENTION: usize = 3 * DIMENSIONS;

/// The model, read and ready: about 4 MB of memory beside the weights in the program, most of it the
/// vocabulary.
#[derive(Debug)]
pub struct MiniLm {
    tokenizer: Tokenizer,
    weights: Weights,
    arch: Arch,
}

impl Default for MiniLm {
    fn default() -> Self {
        Self::new()
    }
}

impl MiniLm {
    /// Reads the model that is in the program, within a few milliseconds.
    pub fn new() -> Self {
        Self {
            tokenizer: Tokenizer::new(include_str!("../model/vocabulary.txt")),
            weights: Weights::read(),
            arch: Arch::new(),
        }
    }

    /// The tokens that a text is to the model, with the two around it, up to
    /// [`TOKENS_MAX`](crate::TOKENS_MAX).
    pub fn tokens(&self, text: &str) -> Vec<u16> {
        self.tokenizer.ids(&[text]).0
    }

    /// The vector of a text: [`DIMENSIONS`] numbers, of length 1. What stands behind the 256th token is
    /// not read; a text without words has the vector of the empty text. Equal texts have equal vectors,
    /// bit by bit, on all processors with fused multiplication (x86-64-v3, AArch64).
    ///
    /// It takes 10 ms of CPU for 200 words and 3 MB of memory meanwhile.
    pub fn embed(&self, text: &str) -> Vec<f32> {
        self.embed_parts(&[text]).0
    }

    /// The vector of a text that is cut into parts at white space, and the vectors of its parts: the means
    /// of the tokens in each, which the model has seen together. Parts cost nothing more than the whole
    /// ("late chunking", Günther et al., 2024). A part without words, or behind the 256th token, has the
    /// vector of the whole.
    pub fn embed_parts(&self, parts: &[&str]) -> (Vec<f32>, Vec<Vec<f32>>) {
        let (tokens, ends) = self.tokenizer.ids(parts);
        let mut states = vec![0.0; tokens.len() * DIMENSIONS];
        for (position, (token, state)) in
            tokens.iter().zip(states.chunks_exact_mut(DIMENSIONS)).enumerate()
        {
            self.weights.embed(*token, position, state);
        }
        self.arch.dispatch(|| self.weights.norm.apply(&mut states));
        let mut between = Between::default();
        for layer in &self.weights.layers {
            self.pass(layer, &mut states, tokens.len(), &mut between);
        }
        let whole = mean(&states);
        let mut start = 1;
        let of_part = |end: &usize| {
            let part = start..*end;
            start = *end;
            if part.is_empty() {
                return whole.clone();
            }
            mean(&states[part.start * DIMENSIONS..part.end * DIMENSIONS])
        };
        let of_parts = ends.iter().map(of_part).collect();
        (whole, of_parts)
    }

    /// Takes the states of all tokens through a layer.
    fn pass(&self, layer: &Layer, states: &mut [f32], tokens: usize, between: &mut Between) {
        let Between { heads, scores, seen, inner, update, workspace } = between;
        self.linear(states, &layer.attention, tokens, heads, workspace);
        self.attend(heads, tokens, scores, seen, workspace);
        self.linear(seen, &layer.attention_output, tokens, update, workspace);
        self.arch.dispatch(|| {
            add(states, update);
            layer.attention_norm.apply(states);
        });
        self.linear(states, &layer.inner, tokens, inner, workspace);
        self.arch.dispatch(|| gelu(inner));
        self.linear(inner, &layer.output, tokens, update, workspace);
        self.arch.dispatch(|| {
            add(states, update);
            layer.output_norm.apply(states);
        });
    }

    /// Takes each row of inputs to a row of outputs.
    fn linear(
        &self,
        inputs: &[f32],
        panels: &impl Panels,
        rows: usize,
        into: &mut Vec<f32>,
        workspace: &mut Workspace,
    ) {
        let layout = |stride| Layout { rows, stride, column: 0 };
        let outputs = panels.count() * PANEL;
        into.resize(rows * outputs, 0.0);
        let (from, to) = (layout(panels.depth()), layout(outputs));
        multiply(self.arch, workspace, (inputs, from), panels, (into, to));
    }

    /// What each token sees of the values of all tokens, by how well its query fits their keys.
    fn attend(
        &self,
        heads: &[f32],
        tokens: usize,
        scores: &mut Vec<f32>,
        seen: &mut Vec<f32>,
        workspace: &mut Workspace,
    ) {
        let width = tokens.next_multiple_of(PANEL);
        scores.resize(tokens * width, 0.0);
        seen.resize(tokens * DIMENSIONS, 0.0);
        let of_scores = Layout { rows: tokens, stride: width, column: 0 };
        for head in 0..HEADS {
            let column = head * PANEL;
            let queries = Layout { rows: tokens, stride: ATTENTION, column };
            let keys = Keys { heads, tokens, column: DIMENSIONS + column };
            multiply(self.arch, workspace, (heads, queries), &keys, (scores, of_scores));
            self.arch.dispatch(|| softmax(scores, width, tokens));
            let values = Values { heads, tokens, column: 2 * DIMENSIONS + column };
            let of_head = Layout { rows: tokens, stride: DIMENSIONS, column };
            multiply(self.arch, workspace, (scores, of_scores), &values, (seen, of_head));
        }
    }
}

/// The mean of these states, of length 1.
fn mean(states: &[f32]) -> Vec<f32> {
    let mut mean = vec![0.0; DIMENSIONS];
    for state in states.chunks_exact(DIMENSIONS) {
        for (sum, number) in mean.iter_mut().zip(state) {
            *sum += number;
        }
    }
    normalize(&mut mean);
    mean
}

/// What is computed on the way, in memory that all layers use in turn.
#[derive(Default)]
struct Between {
    heads: Vec<f32>,
    scores: Vec<f32>,
    seen: Vec<f32>,
    inner: Vec<f32>,
    update: Vec<f32>,
    workspace: Workspace,
}

#[inline(always)]
fn add(to: &mut [f32], numbers: &[f32]) {
    for (sum, number) in to.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// The keys of a head: a column for each token.
struct Keys<'h> {
    heads: &'h [f32],
    tokens: usize,
    column: usize,
}

impl Panels for Keys<'_> {
    fn count(&self) -> usize {
        self.tokens.div_ceil(PANEL)
    }

    fn depth(&self) -> usize {
        PANEL
    }

    #[inline(always)]
    fn start(&self, _number: usize) -> Panel {
        [0.0; PANEL]
    }

    #[inline(always)]
    fn fill(&self, number: usize, panels: &mut [Panel]) {
        for output in 0..PANEL {
            let token = number * PANEL + output;
            let key = (token < self.tokens)
                .then(|| &self.heads[token * ATTENTION + self.column..][..PANEL]);
            for (depth, panel) in panels.iter_mut().enumerate() {
                panel[output] = key.map_or(0.0, |key| key[depth]);
            }
        }
    }
}

/// The values of a head: a row for each token.
struct Values<'h> {
    heads: &'h [f32],
    tokens: usize,
    column: usize,
}

impl Panels for Values<'_> {
    fn count(&self) -> usize {
        1
    }

    fn depth(&self) -> usize {
        self.tokens
    }

    #[inline(always)]
    fn start(&self, _number: usize) -> Panel {
        [0.0; PANEL]
    }

    #[inline(always)]
    fn fill(&self, _number: usize, panels: &mut [Panel]) {
        for (token, panel) in panels.iter_mut().enumerate() {
            panel.copy_from_slice(&self.heads[token * ATTENTION + self.column..][..PANEL]);
        }
    }
}
