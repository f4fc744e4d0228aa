import { lookAtEach } from './sample-window.ts'
import { WORKFLOW_SCENES } from './workflow-scenes.ts'

lookAtEach(WORKFLOW_SCENES)
