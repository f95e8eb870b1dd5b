DROP INDEX `photo_hashes_0`;--> statement-breakpoint
DROP INDEX `photo_hashes_1`;--> statement-breakpoint
DROP INDEX `photo_hashes_2`;--> statement-breakpoint
DROP INDEX `photo_hashes_3`;--> statement-breakpoint
CREATE INDEX `photo_hashes_01` ON `photo_hashes` (cast("band0" * 65536 + "band1" as bigint));--> statement-breakpoint
CREATE INDEX `photo_hashes_02` ON `photo_hashes` (cast("band0" * 65536 + "band2" as bigint));--> statement-breakpoint
CREATE INDEX `photo_hashes_03` ON `photo_hashes` (cast("band0" * 65536 + "band3" as bigint));--> statement-breakpoint
CREATE INDEX `photo_hashes_12` ON `photo_hashes` (cast("band1" * 65536 + "band2" as bigint));--> statement-breakpoint
CREATE INDEX `photo_hashes_13` ON `photo_hashes` (cast("band1" * 65536 + "band3" as bigint));--> statement-breakpoint
CREATE INDEX `photo_hashes_23` ON `photo_hashes` (cast("band2" * 65536 + "band3" as bigint));