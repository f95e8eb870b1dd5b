import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const SwipeLander = ({ slug }: LanderProps) => <LanderFrame lander="tinderswipe" slug={slug} art={null} />
