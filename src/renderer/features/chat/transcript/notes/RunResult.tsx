import type { WorkflowRunId } from '#shared/ids.ts'
import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { resultMarkdown } from '../result-markdown.ts'
import { OpenRun } from './Notice.tsx'

type RunResultProps = { readonly head: string; readonly result: string; readonly run: WorkflowRunId }

/** Shows the result of a workflow in the chat that launched it. */
export function RunResult({ head, result, run }: RunResultProps) {
  const t = useText()
  return (
    <article
      aria-label={t('chat.note')}
      className="overflow-hidden rounded-lg bg-raised shadow-card inset-ring inset-ring-line"
    >
      <div className="flex min-h-(--h-row) items-center gap-2 py-1 pr-1 pl-3">
        <Mark state="done" />
        <span className="min-w-0 grow break-words text-fg-2 text-sm">{head}</span>
        <OpenRun id={run} />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long result scrolls by keyboard
        tabIndex={0}
        className="max-h-96 overflow-y-auto border-line border-t px-3 py-2 focus-visible:outline-offset-[-2px]"
      >
        <Markdown text={resultMarkdown(result)} />
      </div>
    </article>
  )
}
