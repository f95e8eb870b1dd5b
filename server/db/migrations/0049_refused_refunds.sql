ALTER TABLE `desk_refunds` ADD `refused_at` integer;--> statement-breakpoint
ALTER TABLE `desk_refunds` ADD `refusal` text;--> statement-breakpoint
CREATE INDEX `desk_refunds_refused` ON `desk_refunds` (`refused_at`) WHERE refused_at is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded_otherwise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refund_refused_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `refund_refusal` text;--> statement-breakpoint
CREATE INDEX `payments_refund_refused` ON `payments` (`refund_refused_at`) WHERE refund_refused_at is not null;