/**
 * Converts a cosine similarity into a score from 0 to 1. Models differ in the similarity of unrelated texts
 * (`unlike`), and no question reaches 1 with its answer. The range above `unlike` is therefore doubled and
 * clamped.
 */
export function meaningOf(likeness: number, unlike: number): number {
  if (!(likeness > unlike) || unlike >= 1) return 0
  return Math.min(1, (2 * (likeness - unlike)) / (1 - unlike))
}
