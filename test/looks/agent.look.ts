import { AGENT_SCENES } from './agent-scenes.ts'
import { lookAtEach } from './sample-window.ts'

lookAtEach(AGENT_SCENES)
