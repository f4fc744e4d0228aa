import { Fragment } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { BrowserState } from './browser-state.ts'
import type { FolderBrowser } from './folder-browser.ts'
import { wayTo } from './folder-tree.ts'

type FolderCrumbsProps = { readonly browser: FolderBrowser; readonly state: BrowserState }

/** The way to the chosen folder; every part of it can be chosen. */
export function FolderCrumbs({ browser, state }: FolderCrumbsProps) {
  const t = useText()
  const way = wayTo(state.tree, state.cursor)
  const home = state.tree.nodes[state.tree.roots[0] ?? '']
  const report = () => undefined
  return (
    <nav
      aria-label={t('projects.way')}
      data-pane
      className="flex h-(--h-bar) shrink-0 items-center overflow-hidden border-line border-y pr-3 pl-3.5 text-fg-2"
    >
      {way.map((node, index) => (
        <Fragment key={node.id}>
          {index === 0 ? null : <Icon name="right" size="xs" className="text-fg-off" />}
          <button
            type="button"
            aria-current={index === way.length - 1 ? 'location' : undefined}
            onClick={() => browser.select(node.id).catch(report)}
            className="inline-flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover aria-[current]:font-medium aria-[current]:text-fg"
          >
            {node.path === home?.path ? <Icon name="home" size="s" /> : null}
            <span className="truncate">{node.path === home?.path ? home.name : node.name}</span>
          </button>
        </Fragment>
      ))}
      <span className="grow" />
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('projects.parent')}
        disabled={way.length < 2}
        onClick={browser.up}
      />
      <IconButton
        icon="refresh"
        size="small"
        label={t('projects.refresh')}
        onClick={() => browser.refresh().catch(report)}
      />
    </nav>
  )
}
