CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payment` text NOT NULL,
	`amount` integer NOT NULL,
	`vat` integer NOT NULL,
	`at` integer NOT NULL,
	`number` integer,
	`refund` text
);
--> statement-breakpoint
CREATE INDEX `bookings_at` ON `bookings` (`at`);--> statement-breakpoint
CREATE INDEX `bookings_payment` ON `bookings` (`payment`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_number` ON `bookings` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_sale` ON `bookings` (`payment`) WHERE kind = 'sale';--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`network` text,
	`ref` text,
	`sub1` text,
	`sub2` text,
	`sub3` text,
	`partner` integer,
	`cost_kind` text DEFAULT 'none' NOT NULL,
	`cost` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'EUR' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_name` ON `campaigns` (`name`);--> statement-breakpoint
CREATE TABLE `chargebacks` (
	`payment` text PRIMARY KEY NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	`decided_at` integer,
	`decision` text,
	`staff` integer
);
--> statement-breakpoint
CREATE INDEX `chargebacks_open` ON `chargebacks` (`at`) WHERE decided_at is null;--> statement-breakpoint
CREATE TABLE `desk_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment` text NOT NULL,
	`staff` integer NOT NULL,
	`part` text NOT NULL,
	`reason` text NOT NULL,
	`amount` integer NOT NULL,
	`credits` integer NOT NULL,
	`at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `desk_refunds_payment` ON `desk_refunds` (`payment`);--> statement-breakpoint
CREATE TABLE `partners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `partners_token_hash_unique` ON `partners` (`token_hash`);--> statement-breakpoint
CREATE TABLE `sellers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sellers_company_unique` ON `sellers` (`company`);--> statement-breakpoint
CREATE TABLE `settlement_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`settlement` text NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `settlement_lines_settlement` ON `settlement_lines` (`settlement`);--> statement-breakpoint
CREATE INDEX `settlement_lines_reference` ON `settlement_lines` (`reference`);--> statement-breakpoint
CREATE TABLE `settlements` (
	`id` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`paid_out_at` integer NOT NULL,
	`imported_at` integer NOT NULL,
	`staff` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `day_erased` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`lander` text NOT NULL,
	`country` text NOT NULL,
	`signups` integer DEFAULT 0 NOT NULL,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`first_photo` integer DEFAULT 0 NOT NULL,
	`first_message` integer DEFAULT 0 NOT NULL,
	`first_answer` integer DEFAULT 0 NOT NULL,
	`purchase` integer DEFAULT 0 NOT NULL,
	`d1` integer DEFAULT 0 NOT NULL,
	`d7` integer DEFAULT 0 NOT NULL,
	`d30` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`fictional_messages` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`fictional_spent` integer DEFAULT 0 NOT NULL,
	`reports` integer DEFAULT 0 NOT NULL,
	`decided_1` integer DEFAULT 0 NOT NULL,
	`in_time_1` integer DEFAULT 0 NOT NULL,
	`decided_ms_1` integer DEFAULT 0 NOT NULL,
	`decided_24` integer DEFAULT 0 NOT NULL,
	`in_time_24` integer DEFAULT 0 NOT NULL,
	`decided_ms_24` integer DEFAULT 0 NOT NULL,
	`decided_72` integer DEFAULT 0 NOT NULL,
	`in_time_72` integer DEFAULT 0 NOT NULL,
	`decided_ms_72` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `source`, `lander`, `country`)
);
--> statement-breakpoint
CREATE TABLE `day_numbers` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`lander` text NOT NULL,
	`country` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`signups` integer DEFAULT 0 NOT NULL,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`first_photo` integer DEFAULT 0 NOT NULL,
	`first_message` integer DEFAULT 0 NOT NULL,
	`first_answer` integer DEFAULT 0 NOT NULL,
	`purchase` integer DEFAULT 0 NOT NULL,
	`d1` integer DEFAULT 0 NOT NULL,
	`d7` integer DEFAULT 0 NOT NULL,
	`d30` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`fictional_messages` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`fictional_spent` integer DEFAULT 0 NOT NULL,
	`reports` integer DEFAULT 0 NOT NULL,
	`decided_1` integer DEFAULT 0 NOT NULL,
	`in_time_1` integer DEFAULT 0 NOT NULL,
	`decided_ms_1` integer DEFAULT 0 NOT NULL,
	`decided_24` integer DEFAULT 0 NOT NULL,
	`in_time_24` integer DEFAULT 0 NOT NULL,
	`decided_ms_24` integer DEFAULT 0 NOT NULL,
	`decided_72` integer DEFAULT 0 NOT NULL,
	`in_time_72` integer DEFAULT 0 NOT NULL,
	`decided_ms_72` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `source`, `lander`, `country`)
);
--> statement-breakpoint
CREATE TABLE `day_visits` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`lander` text NOT NULL,
	`country` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `source`, `lander`, `country`)
);
--> statement-breakpoint
ALTER TABLE `discount_codes` ADD `campaign` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `charged_back_there` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `seller` integer;--> statement-breakpoint
CREATE INDEX `payments_unsold` ON `payments` (`domain`) WHERE completed_at is not null and seller is null;--> statement-breakpoint
CREATE INDEX `users_signup` ON `users` (`signup_at`);--> statement-breakpoint
CREATE INDEX `users_tracked` ON `users` (`signup_at`) WHERE tracking <> '{}';--> statement-breakpoint
UPDATE `payments` SET `charged_back_there` = `amount` WHERE `status` = 'charged_back';--> statement-breakpoint
INSERT INTO `bookings` (`kind`, `payment`, `amount`, `vat`, `at`) SELECT 'sale', `id`, `amount`, cast(round(`amount` * round(`vat_percentage` * 100) / (10000 + round(`vat_percentage` * 100))) AS integer), `completed_at` FROM `payments` WHERE `completed_at` IS NOT NULL ORDER BY `completed_at`, `id`;--> statement-breakpoint
INSERT INTO `bookings` (`kind`, `payment`, `amount`, `vat`, `at`, `number`) SELECT 'refund', `id`, -`refunded_there`, -cast(round(`refunded_there` * round(`vat_percentage` * 100) / (10000 + round(`vat_percentage` * 100))) AS integer), coalesce(`read_there_at`, `changed_at`), row_number() OVER (ORDER BY coalesce(`read_there_at`, `changed_at`), `id`) FROM `payments` WHERE `completed_at` IS NOT NULL AND `refunded_there` > 0;--> statement-breakpoint
INSERT INTO `bookings` (`kind`, `payment`, `amount`, `vat`, `at`, `number`) SELECT 'chargeback', `id`, -`charged_back_there`, -cast(round(`charged_back_there` * round(`vat_percentage` * 100) / (10000 + round(`vat_percentage` * 100))) AS integer), `changed_at`, (SELECT coalesce(max(`number`), 0) FROM `bookings`) + row_number() OVER (ORDER BY `changed_at`, `id`) FROM `payments` WHERE `completed_at` IS NOT NULL AND `charged_back_there` > 0;--> statement-breakpoint
INSERT INTO `chargebacks` (`payment`, `amount`, `at`) SELECT `id`, `charged_back_there`, `changed_at` FROM `payments` WHERE `charged_back_there` > 0;
