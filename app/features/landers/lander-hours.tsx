import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const HoursLander = ({ slug }: LanderProps) => (
  <LanderFrame lander="transitionsvideolanding" slug={slug} art={null} />
)
