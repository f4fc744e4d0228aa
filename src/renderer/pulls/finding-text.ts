import type { ReviewFinding } from '#shared/changes/forge-acts.ts'

/** Returns the place of a finding as people write it. */
export const placeText = ({ file, line }: Pick<ReviewFinding, 'file' | 'line'>): string =>
  line === undefined ? file : `${file}:${line}`

/** Returns the comment that a finding becomes. */
export const commentText = ({ title, why }: Pick<ReviewFinding, 'title' | 'why'>): string =>
  `**${title.replace(/\s+/g, ' ').trim()}**\n\n${why.trim()}`

/** Writes findings as one message for an agent. */
export function findingsMessage(findings: readonly ReviewFinding[], opening: string): string {
  const items = findings.map((finding) => {
    const quoted = finding.why
      .trim()
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n')
    return `- ${placeText(finding)}: ${finding.title.replace(/\s+/g, ' ').trim()}\n${quoted}`
  })
  return [opening, ...items].join('\n\n')
}
