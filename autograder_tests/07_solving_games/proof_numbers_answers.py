# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `proof_numbers`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: two lists
def proof_numbers(pairs, chooses):
    proofs = [pair[0] for pair in pairs]
    disproofs = [pair[1] for pair in pairs]
    if chooses:
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)


# %% wrong: the two players are mixed up
but("if chooses:", "if not chooses:")


# %% wrong: both numbers are the least
but("sum(disproofs)", "min(disproofs)")
but("sum(proofs)", "min(proofs)")


# %% wrong: both numbers are added up
but("min(proofs)", "sum(proofs)")
but("min(disproofs)", "sum(disproofs)")


# %% wrong: the same rule wherever somebody chooses
but("    return sum(proofs), min(disproofs)", "    return min(proofs), sum(disproofs)")


# %% wrong: the largest number counts where all are needed
but("sum(disproofs)", "max(disproofs)")
but("sum(proofs)", "max(proofs)")


# %% wrong: the pair is the wrong way round
but("min(proofs), sum(disproofs)", "sum(disproofs), min(proofs)")
but("sum(proofs), min(disproofs)", "min(disproofs), sum(proofs)")


# %% wrong: the node itself is counted as one more
but("sum(disproofs)", "sum(disproofs) + 1")
but("sum(proofs)", "sum(proofs) + 1")


# %% wrong, nameless: no node has more than ten children
but("[pair[0] for pair in pairs]", "[pair[0] for pair in pairs[:10]]")


# %% wrong: both numbers are those of the child that is cheapest to settle
def proof_numbers(pairs, chooses):
    if chooses:
        return min(pairs, key=lambda pair: pair[0])
    return min(pairs, key=lambda pair: pair[1])


# %% wrong: settled children are left out
def proof_numbers(pairs, chooses):
    open_ones = [pair for pair in pairs if 0 not in pair] or pairs
    proofs = [pair[0] for pair in open_ones]
    disproofs = [pair[1] for pair in open_ones]
    if chooses:
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)


# %% wrong: children are counted, not their numbers
def proof_numbers(pairs, chooses):
    proofs = [pair[0] for pair in pairs]
    disproofs = [pair[1] for pair in pairs]
    if chooses:
        return min(proofs), len(disproofs)
    return len(proofs), min(disproofs)


# %% right: zip
def proof_numbers(pairs, chooses):
    proofs, disproofs = zip(*pairs)
    return (min(proofs), sum(disproofs)) if chooses else (sum(proofs), min(disproofs))


# %% right: a loop for each player
def proof_numbers(pairs, chooses):
    inf = float("inf")
    least, total = inf, 0
    for proof, disproof in pairs:
        if not chooses:
            proof, disproof = disproof, proof
        if proof < least:
            least = proof
        total += disproof
    if chooses:
        return (least, total)
    return (total, least)


# %% right: numpy-free, sorted, as a list
def proof_numbers(pairs, chooses):
    first = sorted(a for a, b in pairs)
    second = sorted(b for a, b in pairs)
    if chooses:
        return [first[0], sum(second)]
    return [sum(first), second[0]]


# %% wrong: only the first two children count
def proof_numbers(pairs, chooses):
    if len(pairs) == 1:
        return pairs[0]
    a, b = pairs[0], pairs[1]
    if chooses:
        return min(a[0], b[0]), a[1] + b[1]
    return a[0] + b[0], min(a[1], b[1])
