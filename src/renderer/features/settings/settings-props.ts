import type { Data } from '../../data/data.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import type { ModelDraft, ModelView } from './models/model-view.ts'

/** Props of the settings sections. */
export type SettingsProps = { readonly api: Data; readonly app: AppStore; readonly toast: ShowToast }

export type ModelPanelProps = SettingsProps & {
  readonly view: ModelView
  readonly onView: (view: ModelView) => void
  /**
   * Unsaved fields by form, kept because a form is created again when the window changes between narrow and
   * wide.
   */
  readonly drafts: Map<string, ModelDraft>
}
