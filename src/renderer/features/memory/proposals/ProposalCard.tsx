import { useState } from 'react'
import type { MemoryItem } from '#shared/memory/memory.ts'
import type { MemoryProposal, ProposalAnswer } from '#shared/memory/proposal.ts'
import { QUERY_CHARS } from '#shared/search/query-chars.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { ItemHead, SideBySide } from '../items/SideBySide.tsx'
import type { MemoryProps } from '../memory-props.ts'
import type { MemoryActs } from '../use-memory-acts.ts'

type ProposalCardProps = Pick<MemoryProps, 'api' | 'app'> & {
  readonly proposal: MemoryProposal
  readonly acts: MemoryActs
}

/** Shows one proposal: its text can be edited before it is saved, and conflicting items are next to it. */
export function ProposalCard({ proposal, api, app, acts }: ProposalCardProps) {
  const t = useText()
  const say = useProblemWords()
  const { id, against, tags } = proposal
  const [key, setKey] = useState(proposal.key)
  const [content, setContent] = useState(proposal.content)
  const [problem, setProblem] = useState<string | null>(null)
  const [old] = against
  const give = async (answer: ProposalAnswer) => {
    try {
      const made = await api.command('memory.answer', answer)
      if (made !== null) acts.done(t('memory.saved', { key: key.trim() }), made.changeId)
    } catch (error) {
      setProblem(say(problemOf(error)))
    }
  }
  const answer = (how: 'keep' | 'replace' | 'dismiss') => {
    if (how === 'dismiss') return app.attempt(give({ say: 'dismiss', id }))
    if (key.trim() === '' || content.trim() === '') return setProblem(t('memory.missing'))
    const text = { key: key.trim(), content: content.trim(), tags: [...tags] }
    if (how === 'replace') {
      if (old !== undefined) app.attempt(give({ say: 'replace', id, text, over: old.id }))
      return
    }
    // Two memories of one place cannot share a key; the person sees and can change what it becomes.
    const isTaken = against.some((item) => item.key === text.key && item.scope.level === 'project')
    app.attempt(give({ say: 'keep', id, text: isTaken ? { ...text, key: `${text.key} (2)` } : text }))
  }
  return (
    <section
      aria-label={t('memory.proposal', { key: proposal.key })}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line-strong bg-raised px-4 py-3 shadow-card"
    >
      {against.map((item) => (
        <SideBySide
          key={item.id}
          left={{
            name: item.key,
            content: item.content,
            foot: null,
            head: <ItemHead item={item}>{t('memory.proposal.old')}</ItemHead>,
            onOpen: () => app.openMemory(item.id),
          }}
          right={{ name: key, content, head: t('memory.proposal.new'), onOpen: null, foot: null }}
        />
      ))}
      <TextInput aria-label={t('memory.key')} value={key} onText={setKey} />
      <TextArea aria-label={t('memory.content')} rows={3} value={content} onText={setContent} />
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <Said proposal={proposal} app={app} />
      <Answers old={old} onAnswer={answer} />
    </section>
  )
}

function Said({ proposal, app }: Pick<ProposalCardProps, 'proposal' | 'app'>) {
  const t = useText()
  const { title, said, sessionId, projectId, eventId } = proposal
  if (title === null) return <p className="text-fg-3 text-xs">{t('memory.sourceGone')}</p>
  const open = () => {
    const place = said === null ? null : { sessionId, eventId, query: wordsOf(said) }
    app.openSession(sessionId, projectId, place)
  }
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm">
      <span className="min-w-0 grow truncate text-fg-2">
        {t('memory.saidIn')} <span className="font-medium">{title}</span>
      </span>
      <Button size="small" look="ghost" icon="chat" onClick={open}>
        {t('memory.openMessage')}
      </Button>
    </p>
  )
}

/** As many words as find one message among all of a chat. */
const wordsOf = (said: string): string => said.trim().split(/\s+/).slice(0, 8).join(' ').slice(0, QUERY_CHARS)

type AnswersProps = {
  readonly old: MemoryItem | undefined
  readonly onAnswer: (how: 'keep' | 'replace' | 'dismiss') => void
}

function Answers({ old, onAnswer }: AnswersProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="small" onClick={() => onAnswer('dismiss')}>
        {t(old === undefined ? 'memory.proposal.dismiss' : 'memory.keepOld')}
      </Button>
      {old === undefined ? null : (
        <Button size="small" onClick={() => onAnswer('replace')}>
          {t('memory.replace')}
        </Button>
      )}
      <Button size="small" look="primary" onClick={() => onAnswer('keep')}>
        {t(old === undefined ? 'memory.proposal.keep' : 'memory.keepBoth')}
      </Button>
    </div>
  )
}
