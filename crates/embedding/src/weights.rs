//! The weights as they lie in the file that `model/make.py` writes. Those of eight bits stay where they
//! are in the program; only scales, biases and positions, less than a megabyte, are copied.

use crate::{
    functions::Norm,
    matrix::{PANEL, Panel, Panels},
    model::{DIMENSIONS, INNER, LAYERS},
    tokenizer::TOKENS_MAX,
};

/// Pieces in the vocabulary.
const PIECES: usize = 30_522;

static FILE: &[u8; FILE_BYTES] = include_bytes!("../model/minilm.bin");

const FILE_BYTES: usize = PIECES * (4 + DIMENSIONS)
    + 4 * DIMENSIONS * TOKENS_MAX
    + NORM_BYTES
    + LAYERS
        * (linear_bytes(DIMENSIONS, 3 * DIMENSIONS)
            + linear_bytes(DIMENSIONS, DIMENSIONS)
            + linear_bytes(DIMENSIONS, INNER)
            + linear_bytes(INNER, DIMENSIONS)
            + 2 * NORM_BYTES);

const NORM_BYTES: usize = 8 * DIMENSIONS;

const fn linear_bytes(inputs: usize, outputs: usize) -> usize {
    outputs * (8 + inputs)
}

/// All weights.
#[derive(Debug)]
pub(crate) struct Weights {
    word_scales: Vec<f32>,
    words: &'static [u8],
    positions: Vec<f32>,
    pub(crate) norm: Norm,
    pub(crate) layers: Vec<Layer>,
}

/// Those of a layer.
#[derive(Debug)]
pub(crate) struct Layer {
    /// To queries, keys and values, side by side.
    pub(crate) attention: Linear,
    pub(crate) attention_output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) inner: Linear,
    pub(crate) output: Linear,
    pub(crate) output_norm: Norm,
}

impl Weights {
    pub(crate) fn read() -> Self {
        let mut reader = WeightReader { rest: FILE };
        let word_scales = reader.floats(PIECES);
        let words = reader.bytes(PIECES * DIMENSIONS);
        let positions = reader.floats(TOKENS_MAX * DIMENSIONS);
        let norm = reader.norm();
        let layers = (0..LAYERS)
            .map(|_| Layer {
                attention: reader.linear(DIMENSIONS, 3 * DIMENSIONS),
                attention_output: reader.linear(DIMENSIONS, DIMENSIONS),
                attention_norm: reader.norm(),
                inner: reader.linear(DIMENSIONS, INNER),
                output: reader.linear(INNER, DIMENSIONS),
                output_norm: reader.norm(),
            })
            .collect();
        Self { word_scales, words, positions, norm, layers }
    }

    /// The sum of the vectors of a token and of its position.
    pub(crate) fn embed(&self, token: u16, position: usize, into: &mut [f32]) {
        let token = usize::from(token);
        let scale = self.word_scales[token];
        let word = &self.words[token * DIMENSIONS..][..DIMENSIONS];
        let position = &self.positions[position * DIMENSIONS..][..DIMENSIONS];
        for ((number, byte), position) in into.iter_mut().zip(word).zip(position) {
            *number = f32::from(byte.cast_signed()) * scale + position;
        }
    }
}

/// A linear function of 32 outputs or a multiple of them.
#[derive(Debug)]
pub(crate) struct Linear {
    scales: Vec<f32>,
    biases: Vec<f32>,
    bytes: &'static [u8],
    inputs: usize,
}

impl Panels for Linear {
    fn count(&self) -> usize {
        self.biases.len() / PANEL
    }

    fn depth(&self) -> usize {
        self.inputs
    }

    #[inline(always)]
    fn start(&self, number: usize) -> Panel {
        panel(&self.biases, number)
    }

    #[inline(always)]
    fn fill(&self, number: usize, panels: &mut [Panel]) {
        let scales = panel(&self.scales, number);
        let (bytes, _) = self.bytes[number * self.inputs * PANEL..].as_chunks::<PANEL>();
        for (numbers, bytes) in panels.iter_mut().zip(bytes) {
            for output in 0..PANEL {
                numbers[output] = f32::from(bytes[output].cast_signed()) * scales[output];
            }
        }
    }
}

#[inline(always)]
fn panel(numbers: &[f32], number: usize) -> Panel {
    let (panels, _) = numbers.as_chunks::<PANEL>();
    panels[number]
}

/// Reads the file from its beginning to its end. Its length is checked when it is compiled.
struct WeightReader {
    rest: &'static [u8],
}

impl WeightReader {
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        let (bytes, rest) = self.rest.split_at(count);
        self.rest = rest;
        bytes
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        let (floats, _) = self.bytes(4 * count).as_chunks::<4>();
        floats.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    fn norm(&mut self) -> Norm {
        Norm { gains: self.floats(DIMENSIONS), biases: self.floats(DIMENSIONS) }
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Linear {
        Linear {
            scales: self.floats(outputs),
            biases: self.floats(outputs),
            bytes: self.bytes(inputs * outputs),
            inputs,
        }
    }
}
