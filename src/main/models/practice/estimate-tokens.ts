/** About how many tokens a text takes: four letters of most scripts, or one Chinese character. */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}
