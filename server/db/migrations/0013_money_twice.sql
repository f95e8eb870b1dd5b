ALTER TABLE `payments` ADD `payer_customer` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `payer_mandate` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `ended_there` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded_there` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `read_there_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `begin_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `begin_version` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `begin_language` text;--> statement-breakpoint
CREATE INDEX `payments_payer` ON `payments` (`payer_customer`) WHERE payer_customer is not null;--> statement-breakpoint
UPDATE `payments` SET `ended_there` = true WHERE `status` IN ('failed', 'expired') OR (`status` = 'cancelled' AND (`reference` IS NULL OR `changed_at` < (unixepoch() - 86400) * 1000));
