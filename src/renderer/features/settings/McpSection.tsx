import { useText } from '../../messages/TextProvider.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionHead } from './SectionHead.tsx'

/** Says plainly that servers of tools cannot be used yet, and that none is started whatever files say. */
export function McpSection() {
  const t = useText()
  return (
    <>
      <SectionHead title={t('settings.mcp')} hint={t('settings.mcpHint')} />
      <EmptyState icon="plug" title={t('settings.mcp.none')}>
        {t('settings.mcp.noneHint')}
      </EmptyState>
    </>
  )
}
