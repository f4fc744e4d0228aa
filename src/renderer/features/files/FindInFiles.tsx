import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { FileMatch } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { FilesStore } from '../../store/files-store.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { Row } from '../../ui/lists/Row.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { FileName } from './OpenFiles.tsx'

type FindInFilesProps = {
  readonly projectId: ProjectId
  readonly files: FilesStore
  readonly onOpen: (match: FileMatch) => void
}

/** Milliseconds after the last keystroke before the search begins. */
const FIND_AFTER_MS = 200

/** Finds lines in all files of the project. */
export function FindInFiles({ projectId, files, onOpen }: FindInFilesProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [sought, setSought] = useState('')
  const [isPattern, setPattern] = useState(false)
  const [matchCase, setMatchCase] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSought(words), FIND_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words])
  const wantsFind = useStore(files.store, (state) => state.wantsFind)
  useEffect(() => {
    if (!wantsFind) return
    field.current?.focus()
    field.current?.select()
    files.find(false)
  }, [files, wantsFind])
  const request = sought === '' ? null : { projectId, words: sought, isPattern, matchCase }
  const found = useQuery('file.find', request, { keep: true })
  const result = sought === '' ? null : found.data
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 px-2 pb-2">
        <TextInput
          ref={field}
          icon="search"
          aria-label={t('editor.findInFiles')}
          placeholder={t('editor.findInFiles')}
          value={words}
          onText={setWords}
        />
        <div className="flex flex-wrap gap-x-4">
          <Checkbox label={t('editor.matchCase')} checked={matchCase} onChange={setMatchCase} />
          <Checkbox label={t('editor.pattern')} checked={isPattern} onChange={setPattern} />
        </div>
        {found.problem === null ? null : <Failure message={found.problem} onRetry={found.reload} />}
        {result?.problem == null ? null : <p className="text-sm text-warn-fg">{result.problem}</p>}
        <p role="status" className="text-fg-3 text-xs">
          {result === null
            ? found.state === 'loading'
              ? t('editor.searching')
              : ''
            : t(result.isCut ? 'editor.matchesCut' : 'editor.matches', { count: result.matches.length })}
        </p>
      </div>
      {result === null || result.matches.length === 0 ? null : (
        <Matches matches={result.matches} onOpen={onOpen} />
      )}
    </div>
  )
}

type MatchesProps = Pick<FindInFilesProps, 'onOpen'> & { readonly matches: readonly FileMatch[] }
type MatchRow = { readonly key: string; readonly path: string; readonly match: FileMatch | null }

/** Matches by file. Only those in sight are drawn. */
function Matches({ matches, onOpen }: MatchesProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const roving = useRoving('[data-match]')
  const rows = useMemo(() => rowsOf(matches), [matches])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const first = items.find(({ index }) => rows[index]?.match !== null)?.index
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      <ul
        aria-label={t('editor.found')}
        onKeyDown={roving}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              className="absolute inset-x-0 top-0 h-7"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.match === null ? (
                <span className="flex h-7 items-center px-2 text-sm" title={row.path}>
                  <FileName path={row.path} />
                </span>
              ) : (
                <MatchLine match={row.match} tabStop={index === first} onOpen={onOpen} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type MatchLineProps = Pick<FindInFilesProps, 'onOpen'> & {
  readonly match: FileMatch
  readonly tabStop: boolean
}

function MatchLine({ match, tabStop, onOpen }: MatchLineProps) {
  const t = useText()
  const { path, line, text } = match
  return (
    <Row data-match tabIndex={tabStop ? 0 : -1} onClick={() => onOpen(match)} className="plain-code text-xs">
      <span className="unseen">{t('editor.lineOf', { path })}</span>
      <span className="figures w-8 shrink-0 text-right text-fg-3">{line}</span>
      <span className="min-w-0 truncate">
        <ForeignText text={text.trim()} />
      </span>
    </Row>
  )
}

function rowsOf(matches: readonly FileMatch[]): readonly MatchRow[] {
  return matches.flatMap((match, at) => {
    const { path, line } = match
    const row = { key: `${path}:${line}`, path, match }
    return matches[at - 1]?.path === path ? [row] : [{ key: path, path, match: null }, row]
  })
}
