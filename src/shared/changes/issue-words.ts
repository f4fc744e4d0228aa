/** The words that were typed behind `/issue`. */
export type IssueWords = {
  readonly title: string
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
}

const OPTION = /(?:^|\s)--(label|assignee)(?:=|\s+)(?:"([^"]*)"|(\S+))/g

/** Reads a title with `--label` and `--assignee`, which may come several times and hold several names. */
export function issueWords(typed: string): IssueWords {
  const found = { label: new Set<string>(), assignee: new Set<string>() }
  for (const [, option, quoted, plain = ''] of typed.matchAll(OPTION)) {
    const names = option === 'label' ? found.label : found.assignee
    for (const name of namesIn(quoted ?? plain)) names.add(name)
  }
  const title = typed.replace(OPTION, ' ').replace(/\s+/g, ' ').trim()
  return { title: title.slice(0, 250), labels: [...found.label], assignees: [...found.assignee] }
}

/** Splits names that commas separate. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]
