import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const NetworkLander = ({ slug }: LanderProps) => <LanderFrame lander="socialnetwork" slug={slug} art={null} />
