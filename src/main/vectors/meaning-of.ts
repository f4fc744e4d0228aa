/**
 * How much a text means the same as a question, from 0 to 1, told from how alike a model finds the two. Models differ
 * in what they say of texts that have nothing to do with each other (`unlike`), and none says 1 of a question and its
 * answer, so the way from there to 1 is walked twice as fast.
 */
export function meaningOf(likeness: number, unlike: number): number {
  if (!(likeness > unlike) || unlike >= 1) return 0
  return Math.min(1, (2 * (likeness - unlike)) / (1 - unlike))
}
