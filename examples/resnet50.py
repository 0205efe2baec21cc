#!/usr/bin/env python3
# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ResNet50 through torch.compile and ttc, with random weights.

Runs inference and a step of training in eager mode, through Inductor with
Triton, and through Inductor with ttc; compares the results, and prints how many
of the kernels ttc compiled. Needs PyTorch, torchvision, Triton and a GPU.

    examples/resnet50.py [--batch=16] [--mode=inference|training|both]
"""

import argparse
import copy
import os
import sys
import tempfile


def infer(run, model, images, labels):
    import torch

    model.eval()
    with torch.no_grad():
        return {"logits": run(images)}


def train(run, model, images, labels):
    """Loss, gradients of the first and the last layer, a running mean."""
    import torch

    model.train()
    loss = torch.nn.functional.cross_entropy(run(images), labels)
    loss.backward()
    return {
        "loss": loss.detach(),
        "gradient of conv1": model.conv1.weight.grad,
        "gradient of fc": model.fc.weight.grad,
        "running mean of bn1": model.bn1.running_mean,
    }


STEPS = {"inference": infer, "training": train}


def differ(got, want):
    """Largest difference, relative to the largest value."""
    return ((got - want).abs().max() / want.abs().max()).item()


def compare(mode, model, images, labels):
    """True if ttc is as close to eager mode as Triton is."""
    import torch

    import ttc.triton

    def run(compiled):
        torch._dynamo.reset()
        fresh = copy.deepcopy(model)
        run = torch.compile(fresh) if compiled else fresh
        results = STEPS[mode](run, fresh, images, labels)
        torch.cuda.synchronize()
        return results

    want = run(compiled=False)
    by_triton = run(compiled=True)
    ttc.triton.clear_report()
    with ttc.triton.enabled():
        by_ttc = run(compiled=True)
    good = True
    for name, value in want.items():
        triton_error = differ(by_triton[name], value)
        ttc_error = differ(by_ttc[name], value)
        fine = ttc_error <= max(2 * triton_error, 1e-5)
        good = good and fine
        print(
            f"{mode}, {name}: differs from eager mode by {ttc_error:.2e} with ttc, "
            f"by {triton_error:.2e} with Triton{'' if fine else '  FAILED'}"
        )
    print(f"{mode}: {ttc.triton.report()}\n")
    return good and len(ttc.triton.report()) > 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--mode", choices=[*STEPS, "both"], default="both")
    options = parser.parse_args()
    # Kernels of an earlier run would not be in the report.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp(prefix="inductor-")

    import torch
    import torchvision

    # So that what is left of a difference is the compilers'.
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.deterministic = True
    torch.manual_seed(0)
    model = torchvision.models.resnet50(weights=None).cuda()
    images = torch.randn(options.batch, 3, 224, 224, device="cuda")
    labels = torch.randint(1000, (options.batch,), device="cuda")
    modes = STEPS if options.mode == "both" else [options.mode]
    good = [compare(mode, model, images, labels) for mode in modes]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
