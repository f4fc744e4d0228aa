/** Words of one line mean the same. Each line is a direction of its own. */
const CONCEPTS = [
  ['harbour', 'port', 'haven', '港口'],
  ['lighthouse', 'beacon', '灯塔'],
  ['invoice', 'bill', 'faktura', '发票'],
  ['rounding', 'cents', '四舍五入'],
  ['supper', 'dinner', '晚饭'],
  ['bicycle', 'bike', '自行车'],
] as const

/** A stand-in for an embeddings model that knows a few words: what shares a meaning points the same way. */
export function conceptVector(text: string): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(CONCEPTS.length + 1)
  const words = text.toLowerCase()
  CONCEPTS.forEach((concept, at) => {
    vector[at] = concept.some((word) => words.includes(word)) ? 1 : 0
  })
  // What it knows nothing of points aside.
  if (vector.every((each) => each === 0)) vector[CONCEPTS.length] = 1
  return vector
}
