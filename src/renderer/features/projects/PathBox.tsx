import { type KeyboardEvent, useId } from 'react'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { BrowserState } from './browser-state.ts'
import type { FolderBrowser } from './folder-browser.ts'

type PathBoxProps = {
  readonly browser: FolderBrowser
  readonly state: BrowserState
  /** Why the folder could not be made a project. */
  readonly problem: string | null
  readonly onEnter: () => void
}

/** The chosen folder as text. Tab continues what is certain; Enter opens. */
export function PathBox({ browser, state, problem, onEnter }: PathBoxProps) {
  const t = useText()
  const id = useId()
  const wrong = problem ?? state.problem?.message ?? null
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab' && !event.shiftKey && browser.complete()) event.preventDefault()
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <div
      data-pane
      className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-line border-t px-5 py-3"
    >
      <label htmlFor={id} className="font-medium text-fg-2 text-sm">
        {t('projects.path')}
      </label>
      <TextInput
        id={id}
        mono
        value={state.typed}
        onText={browser.type}
        onKeyDown={keys}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={`${id}-note`}
        end={
          <span className="flex shrink-0 items-center gap-1 text-fg-3 text-xs">
            <Kbd keys={['Tab']} />
            {t('projects.completes')}
          </span>
        }
      />
      <div id={`${id}-note`} className="col-start-2 empty:hidden">
        {wrong === null ? (
          <Offers state={state} />
        ) : (
          <FieldError>
            {wrong} <Suggestion state={state} onPick={browser.type} />
          </FieldError>
        )}
      </div>
    </div>
  )
}

const MOST_OFFERED = 4

function Offers({ state }: { state: BrowserState }) {
  const t = useText()
  const { completions } = state
  if (completions.length < 2) return null
  const names = completions.slice(0, MOST_OFFERED).map((path) => path.split(/[\\/]/).at(-1) ?? path)
  return (
    <p className="truncate text-fg-3 text-xs">
      {t('projects.offers', { count: completions.length })}{' '}
      <span className="plain-code">{names.join('  ')}</span>
    </p>
  )
}

function Suggestion({ state, onPick }: { state: BrowserState; onPick: (path: string) => void }) {
  const { suggestion } = state
  if (suggestion === null) return null
  return (
    <Rich
      message="projects.meant"
      values={{
        path: (
          <button
            type="button"
            className="plain-code font-medium underline underline-offset-3"
            onClick={() => onPick(suggestion)}
          >
            {suggestion}
          </button>
        ),
      }}
    />
  )
}
