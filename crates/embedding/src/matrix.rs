//! The product of two matrices, by the widest instructions that the processor has (`pulp` chooses them
//! at run time). Each sum is added up in one order with multiplications and additions fused, so that its
//! bits do not depend on how wide they are; only a processor without such instructions rounds twice.

use pulp::{Arch, Simd, WithSimd};

/// Outputs that are computed side by side.
pub(crate) const PANEL: usize = 32;

/// Numbers of that many outputs.
pub(crate) type Panel = [f32; PANEL];

/// The right-hand matrix, by panels of 32 columns.
pub(crate) trait Panels {
    /// How many panels.
    fn count(&self) -> usize;

    /// How many rows.
    fn depth(&self) -> usize;

    /// What is added to the sums of a panel.
    fn start(&self, number: usize) -> Panel;

    /// Writes the rows of a panel.
    fn fill(&self, number: usize, panels: &mut [Panel]);
}

/// Rows of the left-hand matrix, or of the product: some columns of a larger matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// How many rows.
    pub(crate) rows: usize,
    /// Numbers from a row to the next.
    pub(crate) stride: usize,
    /// The first column.
    pub(crate) column: usize,
}

/// Memory for what a product needs while it is computed: asking for it anew each time would take a tenth of
/// all time.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    inputs: Vec<f32>,
    panel: Vec<Panel>,
}

/// Writes the product of `inputs` and `panels` into `outputs`, which has as many rows.
pub(crate) fn multiply<P: Panels>(
    arch: Arch,
    workspace: &mut Workspace,
    (inputs, from): (&[f32], Layout),
    panels: &P,
    (outputs, to): (&mut [f32], Layout),
) {
    arch.dispatch(Product { workspace, inputs, from, panels, outputs, to });
}

struct Product<'p, P> {
    workspace: &'p mut Workspace,
    inputs: &'p [f32],
    from: Layout,
    panels: &'p P,
    outputs: &'p mut [f32],
    to: Layout,
}

impl<P: Panels> WithSimd for Product<'_, P> {
    type Output = ();

    /// The sums of a tile and the panel's row have to fit into the registers: 32 of 16 numbers, 16 of 8,
    /// 32 of 4.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => self.tiles::<S, 12, 2>(simd),
            8 => self.tiles::<S, 3, 4>(simd),
            4 => self.tiles::<S, 2, 8>(simd),
            _ => self.tiles::<S, 1, PANEL>(simd),
        }
    }
}

impl<P: Panels> Product<'_, P> {
    /// Computes the product by tiles of `R` rows and one panel of `V` registers.
    #[inline(always)]
    fn tiles<S: Simd, const R: usize, const V: usize>(self, simd: S) {
        let depth = self.panels.depth();
        let packed = packed::<R>(&mut self.workspace.inputs, self.inputs, self.from, depth);
        self.workspace.panel.resize(depth, [0.0; PANEL]);
        let panel = &mut self.workspace.panel;
        for number in 0..self.panels.count() {
            self.panels.fill(number, panel);
            let start = self.panels.start(number);
            for (tile, inputs) in packed.chunks_exact(depth).enumerate() {
                let sums = tile_sums::<S, R, V>(simd, inputs, panel, &start);
                let first = tile * R;
                for (row, sums) in (first..self.to.rows.min(first + R)).zip(sums) {
                    let at = row * self.to.stride + self.to.column + number * PANEL;
                    let (registers, _) = S::as_mut_simd_f32s(&mut self.outputs[at..at + PANEL]);
                    for (register, sum) in registers.iter_mut().zip(sums) {
                        *register = sum;
                    }
                }
            }
        }
    }
}

/// The inputs of `R` rows side by side, column after column, tile after tile; rows that are missing in
/// the last tile are zeros.
#[inline(always)]
fn packed<'r, const R: usize>(
    workspace: &'r mut Vec<f32>,
    inputs: &[f32],
    from: Layout,
    depth: usize,
) -> &'r [[f32; R]] {
    workspace.clear();
    workspace.resize(from.rows.next_multiple_of(R) * depth, 0.0);
    let (packed, _) = workspace.as_chunks_mut::<R>();
    for row in 0..from.rows {
        let numbers = &inputs[row * from.stride + from.column..][..depth];
        let tile = &mut packed[row / R * depth..][..depth];
        for (column, number) in tile.iter_mut().zip(numbers) {
            column[row % R] = *number;
        }
    }
    packed
}

#[inline(always)]
fn tile_sums<S: Simd, const R: usize, const V: usize>(
    simd: S,
    inputs: &[[f32; R]],
    panel: &[Panel],
    start: &Panel,
) -> [[S::f32s; V]; R] {
    let mut sums = [registers::<S, V>(start); R];
    for (inputs, numbers) in inputs.iter().zip(panel) {
        let numbers = registers::<S, V>(numbers);
        for row in 0..R {
            let input = simd.splat_f32s(inputs[row]);
            for register in 0..V {
                sums[row][register] =
                    simd.mul_add_e_f32s(input, numbers[register], sums[row][register]);
            }
        }
    }
    sums
}

#[inline(always)]
fn registers<S: Simd, const V: usize>(panel: &Panel) -> [S::f32s; V] {
    let (registers, _) = S::as_simd_f32s(panel);
    std::array::from_fn(|register| registers[register])
}
