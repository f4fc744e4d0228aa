/** Words of one line mean the same. Each line is a direction of its own. */
const CONCEPTS = [
  ['harbour', 'port', 'haven', '港口'],
  ['lighthouse', 'beacon', '灯塔'],
  ['invoice', 'bill', 'faktura', '发票'],
  ['rounding', 'cents', '四舍五入'],
  ['supper', 'dinner', '晚饭'],
  ['bicycle', 'bike', '自行车'],
] as const

/** What it knows no word of points somewhere among so many other directions, by its letters. */
const ELSEWHERE = 32

/** A stand-in for an embeddings model that knows a few words: what shares a meaning points the same way. */
export function conceptVector(text: string): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(CONCEPTS.length + ELSEWHERE)
  const words = text.toLowerCase()
  CONCEPTS.forEach((concept, at) => {
    vector[at] = concept.some((word) => words.includes(word)) ? 1 : 0
  })
  if (vector.some((each) => each > 0)) return vector
  let seed = 7
  for (const letter of words) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  for (let at = CONCEPTS.length; at < vector.length; at += 1) {
    seed = (seed * 75 + 74) % 65_537
    vector[at] = seed % 2 === 0 ? 1 : -1
  }
  return vector
}
