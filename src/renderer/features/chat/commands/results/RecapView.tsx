import type { ReactNode } from 'react'
import type { Recap } from '#shared/session/recaps/recap.ts'
import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'
import { PlanSteps } from '../../plan/PlanSteps.tsx'

type RecapViewProps = {
  readonly recap: Recap
  /** Whether to show only the summary and notes instead of the course of the chat. */
  readonly brief: boolean
}

/** Shows the recap of a chat in parts, without empty ones. */
export function RecapView({ recap, brief }: RecapViewProps) {
  const t = useText()
  const { summary, notes } = recap
  const standsFor = summary !== null || notes.length > 0
  return (
    <div className="grid gap-3">
      {brief && !standsFor ? <p className="text-fg-2">{t('commands.summary.none')}</p> : null}
      {summary === null ? null : (
        <Part title={t('commands.recap.summary')}>
          <Markdown text={summary} />
        </Part>
      )}
      {notes.length === 0 ? null : (
        <Part title={t('commands.recap.notes')}>
          <dl>
            {notes.map(({ key, content }) => (
              <div key={key} className="flex gap-2">
                <dt className="shrink-0 font-medium">{key}</dt>
                <dd className="min-w-0 whitespace-pre-wrap break-words">{content}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {brief && standsFor ? null : <Happened {...recap} />}
    </div>
  )
}

function Happened({ asked, earlier, files, tools, steps, lastAnswer }: Recap) {
  const t = useText()
  if (asked.length === 0 && lastAnswer === null)
    return <p className="text-fg-2">{t('commands.recap.nothing')}</p>
  return (
    <>
      <Part title={t('commands.recap.asked')}>
        {earlier === 0 ? null : (
          <p className="text-fg-3">{t('commands.recap.earlier', { count: earlier })}</p>
        )}
        <Lines lines={asked} />
      </Part>
      {steps.length === 0 ? null : (
        <Part title={t('commands.recap.steps')}>
          <PlanSteps steps={steps} />
        </Part>
      )}
      {files.length === 0 ? null : (
        <Part title={t('commands.recap.files')}>
          <ul className="plain-code">
            {files.map((file) => (
              <li key={file} className="break-all">
                {file}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {tools.length === 0 ? null : (
        <Part title={t('commands.recap.tools')}>
          <p className="figures text-fg-2">
            {tools
              .map(({ name, uses, failed }) =>
                failed === 0 ? `${name} ${uses}` : t('commands.recap.failed', { name, uses, failed }),
              )
              .join(' · ')}
          </p>
        </Part>
      )}
      {lastAnswer === null ? null : (
        <Part title={t('commands.recap.answer')}>
          <Markdown text={lastAnswer} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h4 className="pb-1 font-semibold text-fg-3 text-xs">{title}</h4>
      {children}
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ol className="list-decimal pl-5">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said has no other name and keeps its order
        <li key={index} className="break-words">
          {line}
        </li>
      ))}
    </ol>
  )
}
