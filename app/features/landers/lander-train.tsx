import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const TrainLander = ({ slug }: LanderProps) => <LanderFrame lander="video" slug={slug} art={null} />
