import { useState } from 'react'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { hasCodes } from '../../ui/text/foreign-text.ts'

type Proposal = Extract<ApprovalPreview, { kind: 'memory' }>

type MemoryProposalProps = {
  readonly proposal: Proposal
  /** Told the whole arguments in the person's words. Without it the proposal is only shown. */
  readonly onAmend?: ((args: string) => void) | undefined
}

/** Shows an agent's memory proposal. The person can edit it before accepting. */
export function MemoryProposal({ proposal, onAmend }: MemoryProposalProps) {
  const t = useText()
  const [words, setWords] = useState({
    key: proposal.key,
    content: proposal.content,
    tags: proposal.tags.join(', '),
  })
  const change = (changes: Partial<typeof words>) => {
    const next = { ...words, ...changes }
    setWords(next)
    onAmend?.(JSON.stringify({ key: next.key, content: next.content, tags: tagsOf(next.tags) }))
  }
  const fixed = onAmend === undefined
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('memory.key')}>
          {(ids) => (
            <TextInput {...ids} readOnly={fixed} value={words.key} onText={(key) => change({ key })} />
          )}
        </Field>
        <Field label={t('memory.tags')}>
          {(ids) => (
            <TextInput {...ids} readOnly={fixed} value={words.tags} onText={(tags) => change({ tags })} />
          )}
        </Field>
      </div>
      <Field label={t('memory.content')}>
        {(ids) => (
          <TextArea
            {...ids}
            readOnly={fixed}
            rows={4}
            value={words.content}
            onText={(content) => change({ content })}
          />
        )}
      </Field>
      <Hidden text={[words.key, words.tags, words.content].join('\n')} />
      {proposal.before === null ? null : (
        <p className="break-words text-fg-3 text-xs">
          {t('memory.replaces')}{' '}
          <span className="text-fg-2">
            <ForeignText text={proposal.before} lines prose />
          </span>
        </p>
      )}
    </div>
  )
}

/** Repeats a field's text with codes for invisible characters, which the field cannot show. */
function Hidden({ text }: { text: string }) {
  return hasCodes(text, { lines: true, prose: true }) ? (
    <p className="whitespace-break-spaces break-words text-fg-2 text-xs">
      <ForeignText text={text} lines prose />
    </p>
  ) : null
}

/** Tags as they are typed: between commas. */
function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '')
}
