/**
 * Sentences that have nothing to do with each other. How alike a model finds them says from where on its word counts:
 * some models say 0.1 of such texts, others 0.7.
 */
export const UNLIKE_TEXTS = [
  'The ferry leaves the northern harbour at seven in the morning.',
  'A sourdough starter wants flour and water every day.',
  'Retry the request with exponential backoff when the server answers 503.',
  'Her grandmother repaired clocks in a small shop near the station.',
  '季度预算必须在周五之前交给财务部门。',
  'Photosynthesis turns light into sugar inside the leaves of plants.',
  'The goalkeeper saved two penalties in the second half.',
  '把窗户关上，外面开始下雨了。',
] as const

/** Returns the expected similarity of unrelated texts: the mean plus one standard deviation. */
export function unlikeOf(vectors: readonly Float32Array[]): number {
  const likenesses = vectors.flatMap((left, index) =>
    vectors.slice(index + 1).map((right) => likenessOf(left, right)),
  )
  if (likenesses.length === 0) return 0
  const mean = likenesses.reduce((sum, each) => sum + each, 0) / likenesses.length
  const spread = likenesses.reduce((sum, each) => sum + (each - mean) ** 2, 0) / likenesses.length
  return Math.min(0.99, Math.max(0, mean + Math.sqrt(spread)))
}

/** The cosine of the angle between two vectors. */
function likenessOf(left: Float32Array, right: Float32Array): number {
  let product = 0
  let leftSquare = 0
  let rightSquare = 0
  for (let at = 0; at < left.length; at += 1) {
    const [one, other] = [left[at] ?? 0, right[at] ?? 0]
    product += one * other
    leftSquare += one * one
    rightSquare += other * other
  }
  const length = Math.sqrt(leftSquare * rightSquare)
  return length === 0 ? 0 : product / length
}
