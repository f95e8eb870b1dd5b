import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const IconsLander = ({ slug }: LanderProps) => <LanderFrame lander="iconslanding" slug={slug} art={null} />
