import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../store/app-state.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import { SlotFill } from '../../ui/base/Slot.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { Row } from '../../ui/lists/Row.tsx'
import { DetailPanes } from '../../ui/panes/DetailPanes.tsx'
import { type Pane, Panes } from '../../ui/panes/Panes.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { AuditSection } from './AuditSection.tsx'
import { AccessSection } from './access/AccessSection.tsx'
import { ChatsSection } from './ChatsSection.tsx'
import { DiagnosticsSection } from './DiagnosticsSection.tsx'
import { DataSection } from './data/DataSection.tsx'
import { ChecksSection } from './extensions/ChecksSection.tsx'
import { ExtensionsSection } from './extensions/ExtensionsSection.tsx'
import { HooksSection } from './extensions/HooksSection.tsx'
import { SkillsSection } from './extensions/SkillsSection.tsx'
import { findSettings } from './find-settings.ts'
import { LayersSection } from './LayersSection.tsx'
import { MemorySection } from './MemorySection.tsx'
import { McpPanes } from './mcp/McpPanes.tsx'
import { ModelPanel } from './models/ModelPanel.tsx'
import { ModelsSection } from './models/ModelsSection.tsx'
import { type ModelDraft, type ModelView, NO_MODEL } from './models/model-view.ts'
import { PermissionsSection } from './permissions/PermissionsSection.tsx'
import { PluginsSection } from './plugins/PluginsSection.tsx'
import type { SettingsProps } from './settings-props.ts'
import { TerminalSection } from './terminal/TerminalSection.tsx'
import { UsagePanes } from './usage/UsagePanes.tsx'
import { WebSection } from './web/WebSection.tsx'

/** Sections of settings that are files in folders. */
const IN_FOLDERS: ReadonlySet<Section> = new Set([
  'access',
  'skills',
  'plugins',
  'extensions',
  'hooks',
  'checks',
  'data',
  'audit',
])
type Section = SettingsSection

const ICONS: Readonly<Record<Section, IconName>> = {
  models: 'model',
  usage: 'chart',
  permissions: 'shield',
  access: 'enter',
  chats: 'chat',
  mcp: 'plug',
  web: 'globe',
  skills: 'book',
  plugins: 'puzzle',
  extensions: 'folder-open',
  hooks: 'hook',
  checks: 'check',
  memory: 'memory',
  appearance: 'sun',
  terminal: 'terminal',
  layers: 'list',
  data: 'copy',
  audit: 'eye',
  diagnostics: 'pulse',
}

/** The settings of the app. Settings are lines in `config.toml`; hooks are files, trust and saved rules are rows. */
export function SettingsScreen(props: SettingsProps) {
  const t = useText()
  const section = useStore(props.app.store, (state) => state.settingsSection)
  const setSection = props.app.showSettings
  const [view, setView] = useState<ModelView>(NO_MODEL)
  const [drafts] = useState(() => new Map<string, ModelDraft>())
  const leave = () => {
    drafts.clear()
    setView(NO_MODEL)
  }
  const main: Pane = {
    id: 'main',
    label: t(`settings.${section}`),
    min: 420,
    content: (
      <section
        aria-label={t(`settings.${section}`)}
        data-pane
        className="pane h-full overflow-auto bg-canvas"
      >
        <div
          className={classNames(
            'grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-8 py-5',
            // A table needs the width; a line of a setting is read from its name to its control.
            section !== 'models' && 'max-w-196',
          )}
        >
          {section === 'mcp' ? null : sectionOf(section, props, view, setView, setSection)}
        </div>
      </section>
    ),
  }
  const nav: Pane = {
    id: 'nav',
    label: t('settings.sections'),
    yields: true,
    size: { min: 180, usual: 216, max: 280 },
    content: (
      <Sections
        section={section}
        onSection={setSection}
        onOpenFile={() => props.app.attempt(props.api.command('app.openConfig', {}))}
      />
    ),
  }
  const detail = {
    label: t('settings.model.detail'),
    open: view.kind !== 'none',
    onClose: leave,
    content: <ModelPanel view={view} onView={setView} drafts={drafts} {...props} />,
  }
  return (
    <>
      <SlotFill name="crumbs">{t(`settings.${section}`)}</SlotFill>
      {section === 'usage' ? (
        <UsagePanes nav={nav} {...props} />
      ) : section === 'mcp' ? (
        <McpPanes nav={nav} {...props} />
      ) : section === 'models' ? (
        <DetailPanes name="settings" panes={[nav, main]} detail={detail} />
      ) : (
        <Panes name="settings" panes={[nav, main]} />
      )}
    </>
  )
}

function sectionOf(
  section: Exclude<Section, 'mcp'>,
  props: SettingsProps,
  view: ModelView,
  onView: (view: ModelView) => void,
  onSection: (section: Section) => void,
): ReactNode {
  switch (section) {
    case 'models':
      return <ModelsSection view={view} onView={onView} {...props} />
    case 'usage':
      return null
    case 'permissions':
      return <PermissionsSection {...props} />
    case 'access':
      return <AccessSection {...props} />
    case 'chats':
      return <ChatsSection {...props} />
    case 'web':
      return <WebSection {...props} />
    case 'memory':
      return <MemorySection {...props} />
    case 'skills':
      return <SkillsSection {...props} />
    case 'plugins':
      return <PluginsSection {...props} />
    case 'extensions':
      return <ExtensionsSection {...props} onSection={onSection} />
    case 'hooks':
      return <HooksSection {...props} />
    case 'checks':
      return <ChecksSection {...props} />
    case 'appearance':
      return <AppearanceSection {...props} />
    case 'terminal':
      return <TerminalSection {...props} />
    case 'layers':
      return <LayersSection {...props} />
    case 'data':
      return <DataSection {...props} />
    case 'audit':
      return <AuditSection {...props} />
    case 'diagnostics':
      return <DiagnosticsSection {...props} />
  }
}

type FoundProps = { readonly words: string; readonly onSection: (section: Section) => void }

/** The settings that a search found. A click opens their section. */
function FoundSettings({ words, onSection }: FoundProps) {
  const t = useText()
  const found = findSettings(words, (key) => t(key))
  if (found.length === 0) return <p className="flex-1 p-4 text-fg-3 text-sm">{t('settings.search.none')}</p>
  return (
    <ul className="flex-1 overflow-auto p-2">
      {found.map(({ section, title, isSection }) => (
        <li key={`${section} ${title} ${isSection}`}>
          <Row lines={2} onClick={() => onSection(section)} className="text-sm">
            <span className="min-w-0">
              <span className="block truncate">{title}</span>
              <span className="block truncate text-fg-3 text-xs">
                {isSection ? t('settings.search.section') : t(`settings.${section}`)}
              </span>
            </span>
          </Row>
        </li>
      ))}
    </ul>
  )
}

type SectionsProps = {
  readonly section: Section
  readonly onSection: (section: Section) => void
  readonly onOpenFile: () => void
}

function Sections({ section, onSection, onOpenFile }: SectionsProps) {
  const t = useText()
  const roving = useRoving('button')
  const [words, setWords] = useState('')
  return (
    <nav aria-label={t('settings.sections')} data-pane className="pane h-full bg-side">
      <div className="p-2 pb-0">
        <TextInput
          quiet
          type="search"
          icon="search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          value={words}
          onText={setWords}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && words !== '') {
              event.stopPropagation()
              setWords('')
            }
          }}
        />
      </div>
      {words.trim() === '' ? null : <FoundSettings words={words} onSection={onSection} />}
      <ul onKeyDown={roving} hidden={words.trim() !== ''} className="flex-1 overflow-auto p-2">
        {SETTINGS_SECTIONS.map((each) => (
          <li key={each}>
            <Row
              current={each === section}
              tabIndex={each === section ? 0 : -1}
              onClick={() => onSection(each)}
              className="text-fg-2 text-sm aria-[current]:font-medium aria-[current]:text-fg"
            >
              <Icon name={ICONS[each]} size="s" className="text-fg-3" />
              {t(`settings.${each}`)}
            </Row>
          </li>
        ))}
      </ul>
      {IN_FOLDERS.has(section) ? null : (
        <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">
          <Rich message="settings.file" values={{ file: <span className="plain-code">config.toml</span> }} />{' '}
          <button
            type="button"
            onClick={onOpenFile}
            className="rounded-sm text-fg-2 underline decoration-line-control underline-offset-2 hover:text-fg"
          >
            {t('settings.openFile')}
          </button>
        </p>
      )}
    </nav>
  )
}
