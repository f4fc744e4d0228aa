import { useMemo } from 'react'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { useNoticeWords, useText } from '../../../../messages/TextProvider.tsx'
import { readAgentText, withBody, withHeaderKey, type Yaml } from './agent-text.ts'
import { type FormPart, keyOfProblem } from './form-part.ts'

type FormText = {
  readonly yaml: Yaml | null
  readonly text: string
  readonly problems: readonly AgentFileProblem[]
  readonly onText: (text: string) => void
}

/** Returns the form over the text of an agent file; null while it cannot be shown as one. */
export function useFormPart({ yaml, text, problems, onText }: FormText): FormPart | null {
  const t = useText()
  const words = useNoticeWords()
  const values = useMemo(() => (yaml === null ? null : readAgentText(yaml, text)), [yaml, text])
  if (yaml === null || values === null) return null
  return {
    values,
    set: (key, value) => onText(withHeaderKey(yaml, text, { key, value })),
    setBody: (body) => onText(withBody(text, body)),
    errorOf: (key) => {
      const found = problems.find((problem) => keyOfProblem(problem) === key)
      if (found === undefined) return undefined
      const isMissing = found.said.some(
        ({ name }) => name === 'setting.missing' || name === 'setting.missingAt',
      )
      return isMissing ? t('agents.form.required') : words(found.message, found.said)
    },
  }
}
