import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useSession } from '../chat-context.ts'
import type { AppProps } from './app-props.ts'

const AppFrame = lazy(async () => ({ default: (await import('./AppFrame.tsx')).AppFrame }))

/** The interactive view of a tool result, below its card. The text of the result stays in the card. */
export function McpApp({ app, server, tool, args }: AppProps) {
  const t = useText()
  const body = useId()
  const [open, setOpen] = useState(true)
  const ending = useRef(async () => {})
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<'silent' | 'flooded' | 'failed' | null>(null)
  const projectId = useSession(({ folds }) => folds.session?.meta.projectId ?? null)
  const servers = useQuery('mcp.list', { projectId }).data?.servers
  const listed = servers?.find(({ key }) => key === app.key)
  const isAllowed = listed?.apps === true && listed.enabled && listed.health.state !== 'untrusted'
  if (servers === undefined) return null
  const shown = open && isAllowed
  return (
    <section
      aria-label={t('mcpapp.title', { server })}
      className="grid grid-cols-[minmax(0,1fr)] border-line border-t bg-raised"
    >
      <div className="flex min-h-(--h-row) items-center gap-2 pr-1 pl-2 text-fg-2 text-xs">
        <Icon name="workflows" size="xs" className="text-fg-3" />
        <span className="min-w-0 grow truncate">
          <ForeignText text={isAllowed ? t('mcpapp.title', { server }) : t('mcpapp.off', { server })} prose />
        </span>
        {isAllowed ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={shown ? body : undefined}
            onClick={() => {
              setProblem(null)
              // A view hears of its end, so that it can save what it has.
              if (open) void ending.current().then(() => setOpen(false))
              else setOpen(true)
            }}
            className="row-cursor flex h-(--h-control-sm) items-center gap-1 rounded-sm px-2 hover:bg-hover"
          >
            {t(open ? 'mcpapp.hide' : 'mcpapp.show')}
            <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
          </button>
        ) : null}
      </div>
      {shown ? (
        <div id={body} className="grid grid-cols-[minmax(0,1fr)]">
          {problem === null ? (
            <Suspense fallback={null}>
              <AppFrame
                key={attempt}
                app={app}
                server={server}
                tool={tool}
                args={args}
                projectId={projectId}
                onProblem={setProblem}
                ending={ending}
              />
            </Suspense>
          ) : (
            <div className="p-2">
              <Failure
                message={t(`mcpapp.problem.${problem}`)}
                onRetry={() => {
                  setProblem(null)
                  setAttempt(attempt + 1)
                }}
              />
            </div>
          )}
        </div>
      ) : null}
    </section>
  )
}
