import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { useLocale, useText } from '../../../messages/TextProvider.tsx'
import { useDark } from '../../../ui/hooks/use-dark.ts'
import { useChat, useSession } from '../chat-context.ts'
import { useKeepRow } from '../transcript/kept-rows.ts'
import { AppAskBar } from './AppAskBar.tsx'
import { type Answer, createAppBridge } from './app-bridge.ts'
import { type AppAsk, useAppHost } from './app-host.ts'
import type { AppProps } from './app-props.ts'
import { stylesOfWindow } from './style-variables.ts'
import { useGuardedFocus } from './use-guarded-focus.ts'

type AppFrameProps = AppProps & {
  readonly projectId: ProjectId | null
  readonly onProblem: (problem: 'silent' | 'flooded' | 'failed') => void
  /** Holds the function that lets the view end in peace. */
  readonly ending: RefObject<() => Promise<void>>
}

/** Heights of a frame in CSS pixels. */
const LEAST = 48
const USUAL = 240
const MOST = 640
/** A view that has not started by then is closed, in milliseconds. */
const PATIENCE_MS = 15_000

/**
 * The frame of a view. Its page has no origin, no network and no way to the window but messages, which the bridge
 * checks. See `frame-pages.ts` for its policy.
 */
export function AppFrame({ app, server, tool, args, projectId, onProblem, ending }: AppFrameProps) {
  const t = useText()
  const locale = useLocale()
  const theme = useDark() ? 'dark' : 'light'
  const sessionId = useSession(({ folds }) => folds.session?.id ?? null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(USUAL)
  const { asks, ask, answered } = useAsks()
  const host = useAppHost({ app, projectId, sessionId, ask })
  const guard = useGuardedFocus(frame)
  // Out of sight a view would lose what the person did in it.
  const keep = useRef(useKeepRow())
  const failed = useRef(onProblem)
  failed.current = onProblem

  const page = useOpenedPage({ app, projectId }, onProblem)

  // The bridge lives as long as the page; what it asks of the window may change meanwhile.
  const context = useRef<() => Readonly<Record<string, unknown>>>(() => ({}))
  context.current = () => factsOf({ tool, theme, locale, width: frame.current?.clientWidth ?? 0 })
  const bridge = useRef<ReturnType<typeof createAppBridge> | null>(null)
  const acts = useRef(host)
  acts.current = host

  useEffect(() => {
    if (page === null) return
    let release = () => {}
    const silence = setTimeout(() => failed.current('silent'), PATIENCE_MS)
    bridge.current = createAppBridge({
      // Its page has no origin that could be named.
      post: (message) => frame.current?.contentWindow?.postMessage(message, '*'),
      context: () => context.current(),
      input: isFields(args) ? args : {},
      result: page.result,
      started: () => {
        clearTimeout(silence)
        release = keep.current?.(() => ending.current()) ?? release
      },
      resized: (wanted) => setHeight(Math.round(Math.min(MOST, Math.max(LEAST, wanted)))),
      openLink: (url) => acts.current.openLink(url),
      draft: (text): Answer =>
        frame.current?.checkVisibility({ visibilityProperty: true }) === true
          ? acts.current.draft(text)
          : { ok: false, why: 'The view is out of sight.' },
      callTool: (name, given) => acts.current.callTool(name, given),
      flooded: () => failed.current('flooded'),
      now: () => performance.now(),
      after: (ms, work) => void setTimeout(work, ms),
    })
    const own = bridge.current
    ending.current = () => own.teardown()
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.source === null || event.origin !== 'null')
        return
      bridge.current?.receive(event.data)
    }
    window.addEventListener('message', hear)
    return () => {
      bridge.current = null
      ending.current = async () => {}
      release()
      clearTimeout(silence)
      window.removeEventListener('message', hear)
    }
  }, [page, args, ending])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bridge reads both when they change.
  useEffect(() => bridge.current?.contextChanged(), [theme, locale])

  if (page === null) return <div style={{ height }} />
  const [asked] = asks
  return (
    <>
      {asked === undefined ? null : (
        <AppAskBar
          server={server}
          ask={asked}
          onAnswer={(isAllowed) => {
            asked.answer(isAllowed)
            answered(asked)
          }}
        />
      )}
      <div {...guard}>
        <iframe
          ref={frame}
          title={t('mcpapp.title', { server })}
          src={page.url}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          allow="focus-without-user-activation 'none'"
          className="block w-full border-0"
          // A page that says nothing of themes is drawn light on an opaque canvas of its own, so it stays readable.
          style={{ height, colorScheme: theme, background: 'Canvas' }}
        />
      </div>
    </>
  )
}

/** The questions of a view that wait for the person. They are refused when the view ends. */
function useAsks() {
  const [asks, setAsks] = useState<readonly AppAsk[]>([])
  const open = useRef(new Set<AppAsk>())
  const isOver = useRef(false)
  useEffect(() => {
    const waiting = open.current
    isOver.current = false
    return () => {
      isOver.current = true
      for (const each of waiting) each.answer(false)
      waiting.clear()
    }
  }, [])
  return {
    asks,
    ask: (asked: AppAsk): void => {
      if (isOver.current) {
        asked.answer(false)
        return
      }
      open.current.add(asked)
      setAsks((all) => [...all, asked])
    },
    answered: (asked: AppAsk): void => {
      open.current.delete(asked)
      setAsks((all) => all.filter((each) => each !== asked))
    },
  }
}

type Looks = {
  readonly tool: string
  readonly theme: string
  readonly locale: string
  /** In CSS pixels. */
  readonly width: number
}

/** The facts about the window that a view may know. It is shown in the chat and in no other way. */
function factsOf({ tool, theme, locale, width }: Looks): Readonly<Record<string, unknown>> {
  return {
    toolInfo: { tool: { name: tool, inputSchema: { type: 'object' } } },
    theme,
    locale,
    styles: stylesOfWindow(),
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    platform: 'desktop',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'orrery',
    containerDimensions: { width, maxHeight: MOST },
  }
}

type OpenedPage = { readonly url: string; readonly result: unknown }

/** Opens the stored page of a view once; null until it is there. */
function useOpenedPage(
  { app: { key, html, result }, projectId }: Pick<AppFrameProps, 'app' | 'projectId'>,
  onProblem: AppFrameProps['onProblem'],
): OpenedPage | null {
  const { api } = useChat()
  const [page, setPage] = useState<OpenedPage | null>(null)
  const failed = useRef(onProblem)
  failed.current = onProblem
  useEffect(() => {
    let isGone = false
    api.command('mcp.openApp', { projectId, key, html, result }).then(
      (opened) => {
        if (isGone) return
        if (opened === null) failed.current('failed')
        else setPage({ url: opened.url, result: parsed(opened.result) })
      },
      () => {
        if (!isGone) failed.current('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [api, projectId, key, html, result])

  return page
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
