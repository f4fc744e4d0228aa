import type { ReactNode } from 'react'
import { BranchTreeHost } from '../branches/BranchTreeHost.tsx'
import { FilesHost } from '../files/FilesPanel.tsx'
import { InspectorPlaceHost } from '../inspector/inspector-place.tsx'
import { PlanChangeHost } from '../plan/PlanChangeHost.tsx'

/** The dialogs and panels of one chat. */
export function ChatHosts({ children }: { readonly children: ReactNode }) {
  return (
    <FilesHost>
      <BranchTreeHost>
        <PlanChangeHost>
          <InspectorPlaceHost>{children}</InspectorPlaceHost>
        </PlanChangeHost>
      </BranchTreeHost>
    </FilesHost>
  )
}
