import type { ToolCallPair } from '#shared/ipc/calls/diagnostic-calls.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

/** Lists tool calls with their arguments and results, oldest first. */
export function CallsView({ calls }: { calls: readonly ToolCallPair[] }) {
  const t = useText()
  if (calls.length === 0) return <p className="text-fg-2">{t('commands.calls.none')}</p>
  return (
    <ol className="flex flex-col gap-3">
      {calls.map(({ name, args, result }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={at}>
          <p className="flex gap-2">
            <b className="font-medium">{name}</b>
            <span className={result?.isError === true ? 'text-bad-fg' : 'text-fg-3'}>
              {result === null
                ? t('commands.calls.open')
                : t(result.isError ? 'commands.calls.failed' : 'commands.calls.done', {
                    ms: result.durationMs,
                  })}
            </span>
          </p>
          <pre className="whitespace-pre-wrap break-words font-mono text-fg-2 text-xs">
            <ForeignText text={args} lines />
          </pre>
          {result === null ? null : (
            <pre className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono text-xs">
              <ForeignText text={result.text} lines />
            </pre>
          )}
        </li>
      ))}
    </ol>
  )
}
